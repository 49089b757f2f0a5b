import { type Static, type TSchema, Type } from 'typebox'

/** A type list, because it serializes faster than a union with null. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string; enum?: unknown[] }
  const choices = rest.enum === undefined ? {} : { enum: [...rest.enum, null] }
  return Type.Unsafe<Static<T> | null>({ ...rest, ...choices, type: [type, 'null'] })
}

type Described = {
  description: string
  examples: unknown[]
}

const described = (description: string, example: unknown): Described => ({
  description,
  examples: [example],
})

export const Str = (description: string, example: string) =>
  Type.String(described(description, example))
export const NullableStr = (description: string, example: string | null) =>
  Nullable(Type.String(described(description, example)))
export const Int = (description: string, example: number) =>
  Type.Integer(described(description, example))
export const NullableInt = (description: string, example: number | null) =>
  Nullable(Type.Integer(described(description, example)))
export const Bool = (description: string, example: boolean) =>
  Type.Boolean(described(description, example))
export const DateStr = (description: string, example: string) =>
  Type.String({ ...described(description, example), format: 'date' })
export const NullableDate = (description: string, example: string | null) =>
  Nullable(Type.String({ ...described(description, example), format: 'date' }))
export const DateTimeStr = (description: string, example: string) =>
  Type.String({ ...described(description, example), format: 'date-time' })
export const NullableDateTime = (description: string, example: string | null) =>
  Nullable(Type.String({ ...described(description, example), format: 'date-time' }))

/** `title` is the name of the schema in the OpenAPI document. */
export function Obj<P extends Parameters<typeof Type.Object>[0]>(
  title: string,
  description: string,
  properties: P,
) {
  return Type.Object(properties, { title, description, additionalProperties: false })
}

export const ArrayOf = <T extends TSchema>(items: T, description: string) =>
  Type.Array(items, { description })
