import { Type } from 'typebox'
import { Errors } from 'typebox/value'
import { nullable } from '../../record/shapes.ts'

// Building blocks of the schemas of sources.

export const NullableStr = nullable(Type.String())
export const NullableInt = nullable(Type.Integer())
export const NullableBool = nullable(Type.Boolean())
/** A numeric id; at least 0, because publishers write 0 for none. */
export const Id = Type.Integer({ minimum: 0 })
export const NullableId = nullable(Id)
/** The validation errors of a value, without compiling the schema, which is slower. */
export function errorsOf(schema: object, value: unknown): ReturnType<typeof Errors> {
  return Errors(schema, value)
}
