import { type Static, Type } from 'typebox'
import { belongsTo, is, kind, list, mark, maybe, refersTo } from './field.ts'
import { DateOnly, described, Name, nullable, object, oneOf, Url, Word } from './shapes.ts'

const OtherName = object({
  name: described(Name, 'The other name.'),
  note: nullable(Word, { description: 'What kind of name it is.' }),
})

export const organization = kind(
  'organization',
  {
    table: 'organizations',
    plural: 'organizations',
    meaning: 'A body that meets: the council, a committee, a board.',
  },
  {
    name: is(Name, 'Name.'),
    name_fr: maybe(Name, 'Name in French, if the source has it beside an English one.'),
    other_names: list(OtherName, 'Earlier and other names; they find it too.'),
    classification: maybe(
      oneOf('council', 'committee', 'board', 'commission', 'other'),
      'What it is. The members of the `council` are the councillors.',
    ),
    parent_key: refersTo('organization', 'The organization that it belongs to.'),
    founding_date: maybe(DateOnly, 'First day.'),
    dissolution_date: maybe(DateOnly, 'Last day; its open seats end with it.'),
    url: maybe(Url, 'Its own page.'),
  },
)
export type OrganizationRecord = Static<typeof organization.schema>

const ContactDetail = object({
  type: described(oneOf('address', 'email', 'url', 'fax', 'text', 'voice'), 'Way of contact.'),
  value: Type.String({
    minLength: 1,
    maxLength: 1000,
    description:
      'Address or number; of an `email` an e-mail address, of a `url` an http or https URL without a password.',
  }),
  note: nullable(Word, { description: 'What it is for.' }),
})

export const person = kind(
  'person',
  { table: 'people', plural: 'people', meaning: 'Someone whom the record names.' },
  {
    name: is(Name, 'Name as it is shown.'),
    given_name: maybe(Name, 'Given name.'),
    family_name: maybe(Name, 'Family name.'),
    party: maybe(Word, 'Party, where councils have them.'),
    image_url: maybe(Url, 'Portrait.'),
    gender: maybe(Word, 'Gender, where the source states it.'),
    birth_date: maybe(DateOnly, 'Day of birth.'),
    death_date: maybe(DateOnly, 'Day of death; open seats end with it.'),
    other_names: list(OtherName, 'Earlier names and other spellings; they find the person too.'),
    contact_details: list(ContactDetail, 'Public ways to reach the person.'),
  },
)
export type PersonRecord = Static<typeof person.schema>

export const membership = kind(
  'membership',
  {
    table: 'memberships',
    plural: 'memberships',
    meaning: 'A seat of a person in an organization.',
    partOf: ['person_id', 'organization_id'],
  },
  {
    person_key: belongsTo('person', 'Who.'),
    organization_key: belongsTo('organization', 'Where.'),
    role: maybe(Word, 'Role, such as `Mayor` or `Councillor`.'),
    label: maybe(Word, 'Seat, such as `Ward 1`.'),
    start_date: maybe(DateOnly, 'First day.'),
    end_date: maybe(DateOnly, 'Last day.', { column: 'stated_end_date' }),
    ended: mark('True where the source calls the seat over without saying since when.'),
  },
)
export type MembershipRecord = Static<typeof membership.schema>
