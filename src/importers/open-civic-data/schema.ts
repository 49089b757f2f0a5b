import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { MaybeFlag, MaybeText, maybe, Needed } from '../kit/schema.ts'

// The entities of Open Civic Data as far as they are read, in one shape for all who write them: pupa's files, the API of
// today and that of 2014.

const list = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => maybe(Type.Array(schema))

const Texts = maybe(Type.Union([Type.Array(Type.String()), Type.String()]))

/** Another entity: by its id, or as an object with it; in pupa's files also by a pseudo-id. */
const Reference = maybe(Type.Union([Type.String(), Type.Object({ id: MaybeText })]))
export type Reference = Static<typeof Reference> | undefined

const Session = maybe(Type.Union([Type.String(), Type.Object({ identifier: Type.String() })]))

const identity = { _id: MaybeText, id: MaybeText, pupa_id: MaybeText }
const Links = list(Type.Object({ url: MaybeText, note: MaybeText }))
const pages = { links: Links, sources: Links }

const Papers = list(
  Type.Object({
    note: MaybeText,
    date: MaybeText,
    classification: MaybeText,
    url: MaybeText,
    links: Links,
  }),
)
export type Papers = Static<typeof Papers> | undefined

const membershipFields = {
  person_id: MaybeText,
  person: Reference,
  person_name: MaybeText,
  organization_id: MaybeText,
  organization: Reference,
  post_id: MaybeText,
  post: maybe(
    Type.Union([Type.String(), Type.Object({ id: MaybeText, label: MaybeText, role: MaybeText })]),
  ),
  role: MaybeText,
  label: MaybeText,
  start_date: MaybeText,
  end_date: MaybeText,
}

export const Membership = Type.Object({ ...identity, ...membershipFields })
export type Membership = Static<typeof Membership>

const OtherNames = list(Type.Object({ name: Type.String(), note: MaybeText }))

const Organization = Type.Object({
  ...identity,
  ...pages,
  name: Needed,
  classification: MaybeText,
  parent_id: MaybeText,
  parent: Reference,
  founding_date: MaybeText,
  dissolution_date: MaybeText,
  other_names: OtherNames,
})
export type Organization = Static<typeof Organization>

const Person = Type.Object({
  ...identity,
  ...pages,
  name: Needed,
  given_name: MaybeText,
  family_name: MaybeText,
  image: MaybeText,
  gender: MaybeText,
  birth_date: MaybeText,
  death_date: MaybeText,
  other_names: OtherNames,
  identifiers: list(Type.Object({ scheme: MaybeText, identifier: Type.String() })),
  contact_details: list(
    Type.Object({ type: MaybeText, value: MaybeText, note: MaybeText, label: MaybeText }),
  ),
  memberships: list(Membership),
})
export type Person = Static<typeof Person>

const Post = Type.Object({
  ...identity,
  label: MaybeText,
  role: MaybeText,
  organization_id: MaybeText,
})
export type Post = Static<typeof Post>

const Bill = Type.Object({
  ...identity,
  ...pages,
  identifier: MaybeText,
  title: Needed,
  legislative_session: Session,
  from_organization: Reference,
  classification: Texts,
  first_action_date: MaybeText,
  latest_action_date: MaybeText,
  extras: maybe(Type.Object({ status: maybe(Type.Unknown()) })),
  abstracts: list(Type.Object({ abstract: MaybeText, note: MaybeText })),
  actions: list(Type.Object({ date: MaybeText })),
  sponsorships: list(
    Type.Object({
      name: MaybeText,
      entity_type: MaybeText,
      person_id: MaybeText,
      person: Reference,
      primary: MaybeFlag,
      classification: MaybeText,
    }),
  ),
  documents: Papers,
  versions: Papers,
})
export type Bill = Static<typeof Bill>

/** Who or what stands on an agenda or takes part: every generation has other names for the same. */
const entity = {
  name: MaybeText,
  entity_name: MaybeText,
  entity_type: MaybeText,
  id: MaybeText,
  entity_id: MaybeText,
  note: MaybeText,
  person_id: MaybeText,
  organization_id: MaybeText,
  bill_id: MaybeText,
  vote_event_id: MaybeText,
}
const Entity = Type.Object(entity)
export type Entity = Static<typeof Entity>

const Event = Type.Object({
  ...identity,
  ...pages,
  name: Needed,
  description: MaybeText,
  classification: MaybeText,
  start_date: Type.String({ pattern: '^\\d{4}(?:-\\d{2}(?:-\\d{2}(?:[T ].*)?)?)?$' }),
  end_date: MaybeText,
  all_day: MaybeFlag,
  status: MaybeText,
  jurisdiction_id: MaybeText,
  jurisdiction: Reference,
  location: maybe(Type.Object({ name: MaybeText })),
  participants: list(Entity),
  agenda: list(
    Type.Object({
      description: MaybeText,
      order: maybe(Type.Union([Type.String(), Type.Number()])),
      classification: Texts,
      notes: Texts,
      related_entities: list(Entity),
      media: Papers,
    }),
  ),
  documents: Papers,
  media: Papers,
})
export type Event = Static<typeof Event>

const Vote = Type.Object({
  ...identity,
  ...pages,
  identifier: MaybeText,
  motion_text: MaybeText,
  start_date: MaybeText,
  result: MaybeText,
  extras: maybe(Type.Object({ result: maybe(Type.Unknown()) })),
  organization_id: MaybeText,
  organization: Reference,
  legislative_session: Session,
  bill_id: MaybeText,
  bill: Reference,
  event_id: MaybeText,
  counts: list(Type.Object({ option: Type.String(), value: Type.Integer({ minimum: 0 }) })),
  votes: list(
    Type.Object({
      option: Type.String(),
      voter_name: MaybeText,
      voter_id: MaybeText,
      voter: Reference,
      note: MaybeText,
    }),
  ),
})
export type Vote = Static<typeof Vote>

const Jurisdiction = Type.Object({
  ...identity,
  division_id: MaybeText,
  updated_at: MaybeText,
})
export type Jurisdiction = Static<typeof Jurisdiction>

const Counted = Type.Object({
  max_page: Type.Integer({ minimum: 0 }),
  total_items: Type.Optional(Type.Integer({ minimum: 0 })),
  total_count: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** A page of a list: counted in `pagination` today, in `meta` by imago. */
const Page = Type.Object({
  results: Type.Array(Type.Object({ id: Type.String({ pattern: '^ocd-[a-z_]+/[^\\s?#]+$' }) })),
  pagination: Type.Optional(Counted),
  meta: Type.Optional(Counted),
})
export type Page = Static<typeof Page>

/** The object by which a Reeve says where its lists are. */
const Discovery = Type.Object({ jurisdictions_url: Type.String(), votes_url: Type.String() })

/** The checks of the shapes above. */
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
