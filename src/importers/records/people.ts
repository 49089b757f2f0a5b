import { type Static, Type } from 'typebox'
import { DateOnly, nullable, object, Url } from '../kit/schema.ts'
import { Key, Name, recordSchema, Word } from './record-schema.ts'

const OtherNames = Type.Optional(Type.Array(object({ name: Name, note: nullable(Word) })))

export const OrganizationRecord = recordSchema('organization', {
  name: Name,
  name_fr: nullable(Name),
  other_names: OtherNames,
  classification: nullable(
    Type.Union([
      Type.Literal('council'),
      Type.Literal('committee'),
      Type.Literal('board'),
      Type.Literal('commission'),
      Type.Literal('other'),
    ]),
  ),
  parent_key: nullable(Key),
  founding_date: nullable(DateOnly),
  dissolution_date: nullable(DateOnly),
  url: nullable(Url),
})
export type OrganizationRecord = Static<typeof OrganizationRecord>

export const PersonRecord = recordSchema('person', {
  name: Name,
  given_name: nullable(Name),
  family_name: nullable(Name),
  party: nullable(Word),
  image_url: nullable(Url),
  gender: nullable(Word),
  birth_date: nullable(DateOnly),
  death_date: nullable(DateOnly),
  other_names: OtherNames,
  contact_details: Type.Optional(
    Type.Array(
      object({
        type: Type.Union([
          Type.Literal('address'),
          Type.Literal('email'),
          Type.Literal('url'),
          Type.Literal('fax'),
          Type.Literal('text'),
          Type.Literal('voice'),
        ]),
        value: Type.String({ minLength: 1, maxLength: 1000 }),
        note: nullable(Word),
      }),
    ),
  ),
})
export type PersonRecord = Static<typeof PersonRecord>

/** `ended` marks a membership that is over on an unknown date. */
export const MembershipRecord = recordSchema('membership', {
  person_key: Key,
  organization_key: Key,
  role: nullable(Word),
  label: nullable(Word),
  start_date: nullable(DateOnly),
  end_date: nullable(DateOnly),
  ended: Type.Optional(Type.Boolean()),
})
export type MembershipRecord = Static<typeof MembershipRecord>
