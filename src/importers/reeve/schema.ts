import { type Static, type TObject, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ServedKind } from '../../record/served-kinds.ts'
import { BylawDetail } from '../../resources/bylaws/schema.ts'
import { changesSchema } from '../../resources/changes/schema.ts'
import { MatterDetail } from '../../resources/matters/schema.ts'
import { MeetingDetail } from '../../resources/meetings/schema.ts'
import { MotionDetail } from '../../resources/motions/schema.ts'
import { MunicipalityItem } from '../../resources/municipalities/schema.ts'
import { OrganizationDetail } from '../../resources/organizations/schema.ts'
import { PersonDetail } from '../../resources/people/schema.ts'
import { ApiIndex } from '../../resources/system/schema.ts'

// Another Reeve serves what this one serves: its schemas are those of the resources. A later version may have
// more fields and words.

interface Schema {
  type?: unknown
  required?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** The types of values, without what only this version may say of them: `load` checks what it stores. */
function typesOf({ type, required, properties, items, anyOf }: Schema): Schema {
  return {
    ...(type !== undefined && { type }),
    ...(required !== undefined && { required }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, typesOf(schema)]),
      ),
    }),
    ...(items !== undefined && { items: typesOf(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(typesOf) }),
  }
}

/** These fields of an object. */
function fieldsOf<T extends TObject, const K extends keyof Static<T> & string>(
  { properties }: T,
  ...names: readonly K[]
) {
  const read = names.map((name) => [name, typesOf(properties[name] as Schema)])
  const fields = { type: 'object', properties: Object.fromEntries(read), required: names }
  return Compile(Type.Unsafe<Pick<Static<T>, K>>(fields))
}

type Read<C> = C extends { Check(value: unknown): value is infer T } ? T : never

const identified = ['id', 'slug', 'withheld', 'corrected'] as const
const named = [...identified, 'source_url'] as const

const organization = fieldsOf(
  OrganizationDetail,
  ...named,
  ...(['name', 'name_fr', 'classification', 'parent_slug', 'other_names'] as const),
  ...(['founding_date', 'dissolution_date', 'website'] as const),
)

const person = fieldsOf(
  PersonDetail,
  ...named,
  ...(['name', 'given_name', 'family_name', 'party', 'image_url', 'death_date'] as const),
  ...(['other_names', 'memberships', 'contact_details'] as const),
)

const bylaw = fieldsOf(
  BylawDetail,
  ...named,
  ...(['title', 'bylaw_number', 'status', 'category', 'year', 'passed_date'] as const),
  ...(['enacted_date', 'description', 'plain_english_summary', 'sponsors'] as const),
  ...(['sponsors_from', 'documents', 'documents_from'] as const),
)

const matter = fieldsOf(
  MatterDetail,
  ...named,
  ...(['identifier', 'identifiers', 'title', 'status', 'category', 'classification'] as const),
  ...(['description', 'plain_english_summary', 'first_seen', 'last_seen'] as const),
  ...(['bylaw', 'agenda_items'] as const),
  ...(['actions', 'sponsors', 'documents'] as const),
)

const meeting = fieldsOf(
  MeetingDetail,
  ...named,
  ...(['title', 'date', 'start_time', 'end_time', 'end_date', 'type'] as const),
  ...(['organization_slug', 'status', 'status_note', 'location', 'summary'] as const),
  ...(['has_agenda', 'has_minutes', 'has_transcript', 'agenda_url', 'minutes_url'] as const),
  ...(['video_url', 'video_duration_seconds', 'chair', 'agenda_items', 'motions'] as const),
  ...(['attendance', 'speaking_time', 'key_statements', 'documents'] as const),
)

const motion = fieldsOf(
  MotionDetail,
  ...named,
  ...(['text', 'text_content', 'superseded_text'] as const),
  ...(['plain_english_summary', 'result', 'other_result', 'kind', 'identifier'] as const),
  ...(['tally', 'vote_basis'] as const),
  ...(['mover_slug', 'mover_name_as_written', 'seconder_slug'] as const),
  ...(['seconder_name_as_written', 'meeting_slug', 'meeting_date'] as const),
  ...(['organization_slug', 'agenda_item_slug', 'matter_slug', 'bylaws', 'votes'] as const),
  ...(['candidates'] as const),
)

/** The details of each kind. */
export const detailChecks = {
  organization,
  person,
  bylaw,
  matter,
  meeting,
  motion,
} satisfies Record<ServedKind, object>

/** A table, because the compiler takes long to infer each from its check. */
export interface Details {
  organization: Read<typeof organization>
  person: Read<typeof person>
  bylaw: Read<typeof bylaw>
  matter: Read<typeof matter>
  meeting: Read<typeof meeting>
  motion: Read<typeof motion>
}

const page = changesSchema([], [])

interface List {
  data: unknown[]
  pagination: { next_cursor: string | null }
}

// Each of the items is checked by itself.
const listed = {
  data: Type.Array(Type.Unknown()),
  pagination: Type.Unsafe<List['pagination']>(typesOf(page.properties.pagination as Schema)),
}

/** A page of a list. */
export const listCheck = Compile(Type.Object(listed))

/** A page of changes. */
export const pageCheck = Compile(
  Type.Object({
    ...listed,
    sync: Type.Unsafe<{ token: string | null }>(typesOf(page.properties.sync as Schema)),
  }),
)

export const changeCheck = fieldsOf(
  page.properties.data.items,
  ...(['kind', 'op', 'id', 'slug', 'ocd_id'] as const),
)

/** A change as it is read. */
export interface Change {
  kind: string
  op: string
  id: number
  slug: string
  ocd_id: string | null
  record: unknown
}

const townFields = [
  ...(['slug', 'name', 'division_id', 'timezone', 'url', 'as_of', 'source'] as const),
  'last_import_at',
] as const

export const townCheck = fieldsOf(MunicipalityItem, ...townFields)
export type Town = Read<typeof townCheck>

/** The index of the API, which says that it is a Reeve. */
export const indexCheck = Compile(
  Type.Object({
    data: Type.Unsafe<{ name: string }>(typesOf(Type.Pick(ApiIndex, ['name']) as Schema)),
  }),
)

/** `datapackage.json` of the published files. */
export const packageCheck = Compile(
  Type.Object({
    id: Type.String(),
    version: Type.String({ pattern: /^\d{1,15}$/ }),
    created: Type.String(),
    sync_token: Type.String({ minLength: 1, maxLength: 500 }),
    licenses: Type.Optional(
      Type.Array(
        Type.Object({ path: Type.Optional(Type.String()), title: Type.Optional(Type.String()) }),
      ),
    ),
    resources: Type.Array(
      Type.Object({
        path: Type.String(),
        bytes: Type.Integer({ minimum: 0 }),
        hash: Type.String(),
      }),
    ),
  }),
)
export type Package = Read<typeof packageCheck>
