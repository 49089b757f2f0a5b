import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { nullable } from '../../record/shapes.ts'
import { NullableBool, NullableStr } from '../kit/schema.ts'

// The fields that are read from Open Civic Data, in one schema for pupa's files, the current API and that of 2014.

const list = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => nullable(Type.Array(schema))

const Texts = nullable(Type.Union([Type.Array(Type.String()), Type.String()]))

/** A reference: an id, an object with an id or, in pupa's files, a pseudo-id. */
const Reference = nullable(Type.Union([Type.String(), Type.Object({ id: NullableStr })]))
export type Reference = Static<typeof Reference> | undefined

const Session = nullable(Type.Union([Type.String(), Type.Object({ identifier: Type.String() })]))

const identity = { _id: NullableStr, id: NullableStr, pupa_id: NullableStr }
const Links = list(Type.Object({ url: NullableStr, note: NullableStr }))
const pages = { links: Links, sources: Links }

const DocumentLinks = list(
  Type.Object({
    note: NullableStr,
    date: NullableStr,
    classification: NullableStr,
    url: NullableStr,
    links: Links,
    extras: nullable(
      Type.Object({
        type: nullable(Type.Unknown()),
        is_of_agenda_item: nullable(Type.Unknown()),
      }),
    ),
  }),
)
export type DocumentLinks = Static<typeof DocumentLinks> | undefined

const membershipFields = {
  person_id: NullableStr,
  person: Reference,
  person_name: NullableStr,
  organization_id: NullableStr,
  organization: Reference,
  post_id: NullableStr,
  post: nullable(
    Type.Union([
      Type.String(),
      Type.Object({ id: NullableStr, label: NullableStr, role: NullableStr }),
    ]),
  ),
  role: NullableStr,
  label: NullableStr,
  start_date: NullableStr,
  end_date: NullableStr,
}

export const Membership = Type.Object({ ...identity, ...membershipFields })
export type Membership = Static<typeof Membership>

const OtherNames = list(Type.Object({ name: Type.String(), note: NullableStr }))

const Organization = Type.Object({
  ...identity,
  ...pages,
  name: Type.String(),
  classification: NullableStr,
  parent_id: NullableStr,
  parent: Reference,
  founding_date: NullableStr,
  dissolution_date: NullableStr,
  other_names: OtherNames,
})
export type Organization = Static<typeof Organization>

const Person = Type.Object({
  ...identity,
  ...pages,
  name: Type.String(),
  given_name: NullableStr,
  family_name: NullableStr,
  image: NullableStr,
  gender: NullableStr,
  birth_date: NullableStr,
  death_date: NullableStr,
  other_names: OtherNames,
  identifiers: list(Type.Object({ scheme: NullableStr, identifier: Type.String() })),
  contact_details: list(
    Type.Object({ type: NullableStr, value: NullableStr, note: NullableStr, label: NullableStr }),
  ),
  memberships: list(Membership),
})
export type Person = Static<typeof Person>

const Post = Type.Object({
  ...identity,
  label: NullableStr,
  role: NullableStr,
  organization_id: NullableStr,
})
export type Post = Static<typeof Post>

const Bill = Type.Object({
  ...identity,
  ...pages,
  identifier: NullableStr,
  title: NullableStr,
  legislative_session: Session,
  from_organization: Reference,
  classification: Texts,
  first_action_date: NullableStr,
  latest_action_date: NullableStr,
  extras: nullable(
    Type.Object({
      status: nullable(Type.Unknown()),
      local_classification: nullable(Type.Unknown()),
      first_seen: nullable(Type.Unknown()),
      last_seen: nullable(Type.Unknown()),
    }),
  ),
  other_identifiers: list(
    Type.Object({ identifier: Type.String(), scheme: NullableStr, note: NullableStr }),
  ),
  other_titles: list(Type.Unknown()),
  subject: list(Type.Unknown()),
  related_bills: list(Type.Unknown()),
  abstracts: list(Type.Object({ abstract: NullableStr, note: NullableStr })),
  actions: list(
    Type.Object({
      date: NullableStr,
      description: NullableStr,
      classification: Texts,
      organization_id: NullableStr,
      organization: Reference,
      event_id: NullableStr,
      vote_id: NullableStr,
      extras: nullable(Type.Object({ inferred: NullableBool })),
    }),
  ),
  sponsorships: list(
    Type.Object({
      name: NullableStr,
      entity_type: NullableStr,
      person_id: NullableStr,
      person: Reference,
      primary: NullableBool,
      classification: NullableStr,
    }),
  ),
  documents: DocumentLinks,
  versions: DocumentLinks,
})
export type Bill = Static<typeof Bill>

/** A participant or an entity on an agenda, whose fields have different names in each generation of the API. */
const entity = {
  name: NullableStr,
  entity_name: NullableStr,
  entity_type: NullableStr,
  id: NullableStr,
  entity_id: NullableStr,
  note: NullableStr,
  person_id: NullableStr,
  organization_id: NullableStr,
  bill_id: NullableStr,
  vote_event_id: NullableStr,
}
const Entity = Type.Object(entity)
export type Entity = Static<typeof Entity>

const Event = Type.Object({
  ...identity,
  ...pages,
  name: Type.String(),
  description: NullableStr,
  classification: NullableStr,
  start_date: Type.String(),
  end_date: NullableStr,
  all_day: NullableBool,
  status: NullableStr,
  jurisdiction_id: NullableStr,
  jurisdiction: Reference,
  location: nullable(Type.Object({ name: NullableStr })),
  participants: list(Entity),
  agenda: list(
    Type.Object({
      description: NullableStr,
      order: nullable(Type.Union([Type.String(), Type.Number()])),
      classification: Texts,
      notes: Texts,
      related_entities: list(Entity),
      media: DocumentLinks,
      extras: nullable(
        Type.Object({
          item_number: nullable(Type.Unknown()),
          parent_order: nullable(Type.Unknown()),
        }),
      ),
    }),
  ),
  documents: DocumentLinks,
  media: DocumentLinks,
  extras: nullable(Type.Object({ status_note: nullable(Type.Unknown()) })),
})
export type Event = Static<typeof Event>

const Vote = Type.Object({
  ...identity,
  ...pages,
  identifier: NullableStr,
  motion_text: NullableStr,
  motion_classification: list(Type.String()),
  start_date: NullableStr,
  result: NullableStr,
  extras: nullable(
    Type.Object({
      result: nullable(Type.Unknown()),
      motion_text_from: nullable(Type.Unknown()),
      vote_basis: nullable(Type.Unknown()),
      weighted: nullable(Type.Unknown()),
      weights: nullable(Type.Unknown()),
    }),
  ),
  organization_id: NullableStr,
  organization: Reference,
  legislative_session: Session,
  dedupe_key: NullableStr,
  bill_id: NullableStr,
  bill: Reference,
  event_id: NullableStr,
  counts: list(Type.Object({ option: Type.String(), value: Type.Integer() })),
  votes: list(
    Type.Object({
      option: Type.String(),
      voter_name: NullableStr,
      voter_id: NullableStr,
      voter: Reference,
      note: NullableStr,
      /** Of Popolo; Open Civic Data has none. */
      weight: nullable(Type.Number()),
    }),
  ),
})
export type Vote = Static<typeof Vote>

/** Sums of weights in the `extras` of a vote. */
export const sumsCheck = Compile(Type.Object({ for: Type.Number(), against: Type.Number() }))

/** Weights of single votes there, in the order of the votes. */
export const weightsCheck = Compile(Type.Array(Type.Union([Type.Number(), Type.Null()])))

const Jurisdiction = Type.Object({
  ...identity,
  division_id: NullableStr,
  updated_at: NullableStr,
})
export type Jurisdiction = Static<typeof Jurisdiction>

const Counted = Type.Object({
  max_page: Type.Integer({ minimum: 0 }),
  total_items: Type.Optional(Type.Integer({ minimum: 0 })),
  total_count: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** A page of a list, with `pagination` in the current API and `meta` in imago. */
const Page = Type.Object({
  results: Type.Array(Type.Object({ id: Type.String({ pattern: '^ocd-[a-z_]+/[^\\s?#]+$' }) })),
  pagination: Type.Optional(Counted),
  meta: Type.Optional(Counted),
})
export type Page = Static<typeof Page>

/** Reeve's list of its endpoints. */
const Discovery = Type.Object({ jurisdictions_url: Type.String(), votes_url: Type.String() })

export const shapeChecks = {
  jurisdiction: Compile(Jurisdiction),
  organization: Compile(Organization),
  person: Compile(Person),
  membership: Compile(Membership),
  post: Compile(Post),
  bill: Compile(Bill),
  event: Compile(Event),
  vote: Compile(Vote),
  page: Compile(Page),
  discovery: Compile(Discovery),
} as const
