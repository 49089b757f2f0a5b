// What python-opencivicdata's models (opencivicdata/core, legislative, common.py) and pupa's schemas and importers
// (pupa/scrape/schemas, pupa/importers) demand of an entity, as JSON Schema (draft 2020-12). An API refers by ids and
// shows sessions, posts and bodies as objects, where pupa's files have pseudo-ids.

type Schema = Record<string, unknown>

const text = (maxLength?: number, minLength = 1): Schema => ({
  type: 'string',
  minLength,
  ...(maxLength === undefined ? {} : { maxLength }),
})
const blank = (maxLength?: number) => text(maxLength, 0)
const oneOf = (...words: (string | null)[]): Schema => ({ enum: words })
const list = (items: Schema, minItems = 0): Schema => ({ type: 'array', items, minItems })
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const pattern = (regex: string, maxLength = 2000): Schema => ({
  type: 'string',
  pattern: regex,
  maxLength,
})
const idOf = (type: string) => pattern(`^ocd-${type}/[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$`)

const bool: Schema = { type: 'boolean' }
const count: Schema = { type: 'integer', minimum: 0 }
const url: Schema = { type: 'string', format: 'uri', maxLength: 2000 }
const urlOrBlank: Schema = { anyOf: [url, { const: '' }] }
const date = pattern('^([0-9]{4})?(-[0-9]{2}){0,2}$', 10)
const timestamp = pattern(
  '^([0-9]{4}((-[0-9]{2}){0,2}|(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){0,2}(Z|[+-][0-9]{2}(:[0-9]{2})?))?)?$',
  25,
)
const links = (minItems = 0) => list(object({ url, note: blank(300) }), minItems)
const sources = links(1)
const files = list(object({ url, media_type: blank(100) }))
const session = object({ identifier: text(100), name: text(300) })
const jurisdictionId = pattern('^ocd-jurisdiction/country:[a-z]{2}(/[a-z_]+:[\\w.~-]+)*/\\w+$', 300)

const post = object({ id: idOf('post'), label: text(300), role: blank(300) })
const membership = object({
  id: idOf('membership'),
  organization_id: idOf('organization'),
  person_id: nullable(idOf('person')),
  person_name: text(300),
  role: blank(300),
  label: blank(300),
  start_date: date,
  end_date: date,
  post: nullable(post),
})

const jurisdiction = object({
  id: jurisdictionId,
  name: text(300),
  url,
  classification: oneOf(
    ...['government', 'legislature', 'executive', 'school', 'park', 'sewer', 'forest'],
    'transit_authority',
  ),
  division_id: pattern('^ocd-division/country:[a-z]{2}(/[a-z_]+:[\\w.~-]+)*$', 300),
  legislative_sessions: list(
    object({
      identifier: text(100),
      name: text(300),
      classification: oneOf('primary', 'special'),
      start_date: date,
      end_date: date,
    }),
  ),
  feature_flags: list(text()),
})

const organization = object({
  id: idOf('organization'),
  name: text(300),
  // The models allow an unknown one, pupa does not.
  classification: oneOf(
    ...['legislature', 'executive', 'upper', 'lower', 'party', 'committee', 'commission'],
    ...['corporation', 'agency', 'department', 'judiciary'],
  ),
  parent_id: nullable(idOf('organization')),
  jurisdiction_id: jurisdictionId,
  image: urlOrBlank,
  founding_date: date,
  dissolution_date: date,
  links: links(),
  sources,
  memberships: list(membership),
  posts: list(post),
})

const person = object({
  id: idOf('person'),
  name: text(300),
  sort_name: blank(100),
  given_name: blank(100),
  family_name: blank(100),
  image: urlOrBlank,
  gender: blank(100),
  birth_date: date,
  death_date: date,
  other_names: list(object({ name: text(500), note: blank(500) })),
  contact_details: list(
    object({
      type: oneOf(
        ...['address', 'email', 'url', 'fax', 'text', 'voice', 'video', 'pager', 'textphone'],
      ),
      value: text(300),
      note: blank(300),
      label: blank(300),
    }),
  ),
  links: links(),
  sources,
  memberships: list(membership),
})

const relatedEntity = object({
  name: text(2000),
  entity_type: text(20),
  note: text(),
  bill_id: nullable(idOf('bill')),
  vote_event_id: nullable(idOf('vote')),
  person_id: nullable(idOf('person')),
  organization_id: nullable(idOf('organization')),
})

const event = object({
  id: idOf('event'),
  name: text(1000),
  description: blank(),
  classification: text(100),
  start_date: timestamp,
  end_date: timestamp,
  all_day: bool,
  status: oneOf('cancelled', 'tentative', 'confirmed', 'passed'),
  jurisdiction_id: jurisdictionId,
  location: object({ name: text(200), url: urlOrBlank, note: blank() }),
  participants: list(
    object({ name: text(2000), entity_type: oneOf('organization', 'person'), note: text() }),
  ),
  agenda: list(
    object({
      description: text(),
      // pupa writes the index in the list.
      order: pattern('^(0|[1-9][0-9]*)$', 100),
      classification: list(text()),
      subjects: list(text()),
      notes: list(text()),
      related_entities: list(relatedEntity),
      media: list(object({ note: text(300), date: timestamp, links: files })),
    }),
  ),
  documents: list(
    object({
      note: text(300),
      date: timestamp,
      classification: oneOf('agenda', 'minutes', 'transcript', 'testimony', ''),
      links: files,
    }),
  ),
  media: list(
    object({
      note: text(300),
      date: timestamp,
      offset: nullable(count),
      classification: oneOf('audio recording', 'video recording', ''),
      links: list(object({ url, media_type: blank(100), text: blank() })),
    }),
  ),
  links: links(),
  sources,
})

const entityType = oneOf('organization', 'person', '')
const documents = list(object({ note: text(300), date, links: files }))

const bill = object({
  id: idOf('bill'),
  legislative_session: session,
  identifier: text(100),
  title: text(),
  from_organization: nullable(object({ id: idOf('organization'), name: text(300) })),
  classification: list(
    oneOf(
      ...['bill', 'resolution', 'concurrent resolution', 'joint resolution', 'memorial'],
      ...['commemoration', 'concurrent memorial', 'joint memorial', 'proposed bill'],
      ...['proclamation', 'nomination', 'contract', 'claim', 'appointment', 'petition', 'order'],
      ...['constitutional amendment', 'concurrent order', 'appropriation', 'ordinance', 'motion'],
      ...['study request', 'concurrent study request', 'bill of address'],
    ),
  ),
  subject: list(text()),
  abstracts: list(object({ abstract: text(), note: blank(), date })),
  other_titles: list(object({ title: text(), note: blank() })),
  other_identifiers: list(object({ identifier: text(300), scheme: blank(300), note: blank() })),
  actions: list(
    object({
      organization_id: idOf('organization'),
      description: text(),
      date: { allOf: [timestamp, text()] },
      classification: list(
        oneOf(
          ...['filing', 'introduction', 'enrolled', 'reading-1', 'reading-2', 'reading-3'],
          ...['passage', 'failure', 'withdrawal', 'substitution', 'deferral', 'receipt'],
          ...['amendment-introduction', 'amendment-passage', 'amendment-withdrawal'],
          ...['amendment-failure', 'amendment-amendment', 'amendment-deferral'],
          ...['committee-passage', 'committee-passage-favorable', 'committee-failure'],
          ...['committee-passage-unfavorable', 'executive-receipt', 'executive-signature'],
          ...['executive-veto', 'executive-veto-line-item', 'became-law', 'referral'],
          ...['veto-override-passage', 'veto-override-failure', 'referral-committee'],
        ),
      ),
      order: count,
      related_entities: list(object({ name: text(2000), entity_type: entityType })),
    }),
  ),
  related_bills: list(
    object({
      identifier: text(100),
      legislative_session: text(100),
      relation_type: oneOf('companion', 'prior-session', 'replaced-by', 'replaces'),
    }),
  ),
  sponsorships: list(
    object({
      name: text(2000),
      entity_type: entityType,
      primary: bool,
      classification: text(100),
      person_id: nullable(idOf('person')),
    }),
  ),
  documents,
  versions: documents,
  sources,
})

const option = oneOf(
  ...['yes', 'no', 'absent', 'abstain', 'not voting', 'paired', 'excused', 'other'],
)

const vote = {
  ...object({
    id: idOf('vote'),
    identifier: blank(300),
    motion_text: text(),
    motion_classification: list(oneOf('bill-passage', 'amendment-passage', 'veto-override')),
    start_date: timestamp,
    result: oneOf('pass', 'fail'),
    organization_id: idOf('organization'),
    legislative_session: session,
    bill_id: nullable(idOf('bill')),
    counts: list(object({ option, value: count })),
    votes: list(
      object({ option, voter_name: text(300), voter_id: nullable(idOf('person')), note: blank() }),
    ),
    sources,
  }),
  // pupa's importer finds a vote again by one of the two.
  anyOf: [{ properties: { identifier: text() } }, { properties: { bill_id: { type: 'string' } } }],
}

/** By the name of the list that has the entities. */
export const ocdSchemas: Readonly<Record<string, Schema>> = {
  jurisdictions: jurisdiction,
  organizations: organization,
  people: person,
  events: event,
  bills: bill,
  votes: vote,
}
