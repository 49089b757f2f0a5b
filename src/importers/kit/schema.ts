import { Type } from 'typebox'

// What the shapes of all sources are made of. A field may be missing or null where a publisher leaves it empty; a field
// that is there must have its type.

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

export const NullableStr = nullable(Type.String())
export const NullableInt = nullable(Type.Integer())
export const NullableBool = nullable(Type.Boolean())
/** A text that is not blank. */
export const NonBlank = Type.String({ pattern: '\\S' })
/** A number that names something; 0 is none in particular. */
export const Id = Type.Integer({ minimum: 0 })
export const NullableId = nullable(Id)
