import { Type } from 'typebox'

// Building blocks of the sources' schemas. A field may be missing or null; a field with a value must have its type.

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

export const NullableStr = nullable(Type.String())
export const NullableInt = nullable(Type.Integer())
export const NullableBool = nullable(Type.Boolean())
export const NonBlank = Type.String({ pattern: '\\S' })
/** A numeric id; publishers write 0 for none. */
export const Id = Type.Integer({ minimum: 0 })
export const NullableId = nullable(Id)
