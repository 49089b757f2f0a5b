import { type TLiteral, type TSchema, type TUnion, Type } from 'typebox'
import { Format } from 'typebox/format'
import { isCalendarDate } from '../core/calendar-date.ts'
import { isWebUrl, webUrlLengthMax, webUrlPattern } from '../core/web-url.ts'

Format.Set('calendar-date', isCalendarDate)
Format.Set('web-url', isWebUrl)

// Building blocks of the schemas of records and sources. A field may be missing or null; a field with a value must have
// its type. `importers/kit/shape-issues.ts` puts the patterns into words.

/** An object without other fields. */
export const object = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(
  schema: T,
  options: { description?: string } = {},
) => Type.Optional(Type.Union([schema, Type.Null()], options))

const str = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const notBlank = (maxLength: number) => Type.String({ pattern: '\\S', maxLength })

export const Key = str(300)
export const Name = notBlank(300)
export const Title = notBlank(4000)
export const LongText = str(2_000_000)
export const Word = str(200)
export const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
/** Any number: one that is odd is kept as the source states it. */
export const Weight = Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })
export const DateOnly = Type.String({ format: 'calendar-date' })
export const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
export const Instant = Type.String({
  pattern:
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?Z$',
})
/** The pattern is for other validators of a bundle's schema, the format also parses the URL. */
export const Url = Type.String({
  pattern: webUrlPattern,
  maxLength: webUrlLengthMax,
  format: 'web-url',
})

export const described = <S extends TSchema>(schema: S, description: string): S =>
  Type.With(schema, { description }) as unknown as S

/** One of these words. */
export const oneOf = <const W extends readonly string[]>(...words: W) =>
  Type.Union(words.map((word) => Type.Literal(word))) as unknown as TUnion<{
    -readonly [I in keyof W]: TLiteral<W[I]>
  }>
