import { type Static, Type } from 'typebox'
import { DateOnly, Instant, nullable, object, Url } from '../kit/schema.ts'

// The interface between sources and the store. `key` is the record's permanent identity in its source, and references
// are by key. A value that the source does not state is absent or null: nothing is guessed.

const str = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const notBlank = (maxLength: number) => Type.String({ pattern: '\\S', maxLength })
export const Key = str(300)
export const Name = notBlank(300)
export const Title = notBlank(4000)
export const LongText = str(2_000_000)
export const Word = str(200)
export const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

/**
 * The id and slug that a record had where it was exported. A new row takes them over if they are free; an existing row
 * keeps its own. They are not part of the content, so a record that differs only in them is unchanged.
 */
const ServedAs = object({
  id: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  slug: Type.Optional(Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 300 })),
})

/**
 * `incomplete` marks a record that the source knows only in part: a person who is only named in a vote, a motion
 * without its roll call. It never replaces a complete record with the same key.
 */
export const recordSchema = <K extends string, P extends Parameters<typeof Type.Object>[0]>(
  kind: K,
  properties: P,
) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      key: Key,
      source_url: nullable(Url),
      source_updated_at: nullable(Instant),
      served_as: nullable(ServedAs),
      incomplete: Type.Optional(Type.Boolean()),
      ...properties,
    },
    { additionalProperties: false },
  )

/** A published file. `sections` is its text in reading order, divided as in the source. */
export const DocumentPart = object({
  title: Title,
  url: nullable(Url),
  type: nullable(Word),
  language: nullable(Word),
  date: nullable(DateOnly),
  sections: Type.Optional(Type.Array(object({ title: nullable(Title), text: LongText }))),
})
export type DocumentPart = Static<typeof DocumentPart>

export const SponsorshipPart = object({
  person_key: nullable(Key),
  name: Name,
  primary: Type.Boolean(),
  classification: nullable(Word),
})
export type SponsorshipPart = Static<typeof SponsorshipPart>

/** The keys of by-laws that a record refers to. */
export const BylawKeys = Type.Optional(Type.Array(Key, { uniqueItems: true }))
