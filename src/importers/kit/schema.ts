import { Type } from 'typebox'

// What the shapes of all sources are made of. A field may be missing or null where a publisher leaves it empty; a field
// that is there must have its type.

export const maybe = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

export const MaybeText = maybe(Type.String())
export const MaybeNumber = maybe(Type.Integer())
export const MaybeFlag = maybe(Type.Boolean())
/** A text that is not blank. */
export const Needed = Type.String({ pattern: '\\S' })
/** A number that names something; 0 is none in particular. */
export const Id = Type.Integer({ minimum: 0 })
export const MaybeId = maybe(Id)
