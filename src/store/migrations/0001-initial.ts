import { randomBytes } from 'node:crypto'
import type { CreateTableBuilder, Kysely } from 'kysely'

type Schema = Kysely<unknown>
type Table<C extends string = never> = CreateTableBuilder<string, C>

const text = (table: Table, ...names: string[]) =>
  names.reduce((t, name) => t.addColumn(name, 'text', (c) => c.notNull()), table)
const maybeText = (table: Table, ...names: string[]) =>
  names.reduce((t, name) => t.addColumn(name, 'text'), table)
const integers = (table: Table, ...names: string[]) =>
  names.reduce((t, name) => t.addColumn(name, 'integer', (c) => c.notNull().defaultTo(0)), table)
const maybeIntegers = (table: Table, ...names: string[]) =>
  names.reduce((t, name) => t.addColumn(name, 'integer'), table)

const withId = (db: Schema, name: string): Table =>
  db.schema.createTable(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())

const owned = (table: Table, column: string, parent: string) =>
  table.addColumn(column, 'integer', (c) =>
    c.notNull().references(`${parent}.id`).onDelete('cascade'),
  )
const refers = (table: Table, column: string, parent: string) =>
  table.addColumn(column, 'integer', (c) => c.references(`${parent}.id`))

const imported = (db: Schema, name: string) =>
  maybeText(
    text(
      owned(withId(db, name), 'municipality_id', 'municipalities'),
      'source',
      'key',
      'slug',
      'content_hash',
      'created_at',
      'updated_at',
    ),
    'source_url',
    'removed_at',
  )
    .addUniqueConstraint(`${name}_identity`, ['municipality_id', 'source', 'key'] as never[])
    .addUniqueConstraint(`${name}_slug`, ['municipality_id', 'slug'] as never[])

// Not unique: two municipalities may hold the same council, for example a second copy for testing an import, with the
// same OCD ids.
const withOcdId = (db: Schema, name: string) =>
  text(imported(db, name), 'ocd_id').addUniqueConstraint(`${name}_ocd_id`, [
    'municipality_id',
    'ocd_id',
  ] as never[])

export async function up(db: Schema): Promise<void> {
  await createMunicipalities(db)
  await createActors(db)
  await createMatters(db)
  await createMeetings(db)
  await createMeetingParts(db)
  await createAgenda(db)
  await createMotions(db)
  await createSearch(db)
  await createAccess(db)
}

async function createMunicipalities(db: Schema): Promise<void> {
  await maybeText(
    text(
      withId(db, 'municipalities'),
      'name',
      'division_id',
      'jurisdiction_id',
      'time_zone',
      'created_at',
      'updated_at',
    ),
    'url',
  )
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('data_version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
}

async function createActors(db: Schema): Promise<void> {
  const organizations = maybeText(
    text(withOcdId(db, 'organizations'), 'name', 'name_folded'),
    'classification',
    'founding_date',
    'dissolution_date',
    'url',
  )
  await refers(organizations, 'parent_id', 'organizations').execute()
  await maybeText(
    text(withOcdId(db, 'people'), 'name', 'name_folded', 'other_names', 'contact_details'),
    'given_name',
    'family_name',
    'party',
    'image_url',
    'gender',
    'birth_date',
    'death_date',
  ).execute()
  const memberships = owned(
    owned(imported(db, 'memberships'), 'person_id', 'people'),
    'organization_id',
    'organizations',
  )
  await integers(
    maybeText(memberships, 'role', 'label', 'start_date', 'end_date'),
    'ended',
  ).execute()
}

async function createMatters(db: Schema): Promise<void> {
  const described = [
    'status',
    'status_folded',
    'category',
    'category_folded',
    'description',
    'plain_english_summary',
  ]
  await integers(
    maybeText(text(imported(db, 'bylaws'), 'title'), 'bylaw_number', ...described),
    'year',
  ).execute()
  const matters = maybeText(
    text(withOcdId(db, 'matters'), 'title'),
    'identifier',
    ...described,
    'stated_first_seen',
    'stated_last_seen',
    'first_seen',
  ).addColumn('last_seen', 'text', (c) => c.notNull().defaultTo(''))
  await refers(matters, 'bylaw_id', 'bylaws').execute()
  const sponsorships = refers(
    owned(withId(db, 'sponsorships'), 'matter_id', 'matters'),
    'person_id',
    'people',
  )
  await maybeText(integers(text(sponsorships, 'name'), 'is_primary'), 'classification').execute()
}

async function createMeetings(db: Schema): Promise<void> {
  const meetings = maybeText(
    text(withOcdId(db, 'meetings'), 'title', 'date', 'status'),
    'starts_at',
    'ends_at',
    'type',
    'type_folded',
    'location',
    'summary',
    'agenda_url',
    'minutes_url',
    'video_url',
  )
  const flagged = maybeIntegers(
    integers(meetings, 'has_agenda', 'has_minutes', 'has_transcript'),
    'video_duration_seconds',
  )
  await refers(refers(flagged, 'organization_id', 'organizations'), 'chair_id', 'people').execute()
}

async function createMeetingParts(db: Schema): Promise<void> {
  const ofMeeting = (name: string) =>
    refers(owned(withId(db, name), 'meeting_id', 'meetings'), 'person_id', 'people')
  const attendance = maybeText(text(ofMeeting('attendance'), 'person_name'), 'role')
  await integers(attendance, 'present').execute()
  await integers(text(ofMeeting('speaking_time'), 'person_name'), 'seconds').execute()
  const statements = maybeText(
    text(ofMeeting('key_statements'), 'slug', 'text'),
    'speaker',
    'context',
  )
  await maybeIntegers(statements, 'start_seconds').execute()
}

async function createAgenda(db: Schema): Promise<void> {
  const items = owned(imported(db, 'agenda_items'), 'meeting_id', 'meetings')
  const linked = refers(refers(items, 'parent_id', 'agenda_items'), 'matter_id', 'matters')
  const placed = text(integers(linked, 'position'), 'title')
  await maybeText(placed, 'item_number', 'type', 'description').execute()

  const documents = ['meeting', 'agenda_item', 'matter'].reduce(
    (table, owner) =>
      table.addColumn(`${owner}_id`, 'integer', (c) =>
        c.references(`${owner}s.id`).onDelete('cascade'),
      ),
    text(withId(db, 'documents'), 'title'),
  )
  await maybeText(documents, 'url', 'type', 'language', 'date').execute()
  const sections = owned(withId(db, 'document_sections'), 'document_id', 'documents')
  await maybeText(text(sections, 'slug', 'text'), 'title').execute()
}

async function createMotions(db: Schema): Promise<void> {
  const motions = [
    ['meeting_id', 'meetings'],
    ['agenda_item_id', 'agenda_items'],
    ['matter_id', 'matters'],
    ['organization_id', 'organizations'],
    ['mover_id', 'people'],
    ['seconder_id', 'people'],
  ].reduce(
    (table, [column = '', parent = '']) => refers(table, column, parent),
    withOcdId(db, 'motions'),
  )
  const described = maybeText(
    integers(motions, 'position'),
    'stated_date',
    'identifier',
    'text',
    'summary',
    'plain_english_summary',
    'result',
    'result_folded',
    'mover_name',
    'seconder_name',
  ).addColumn('date', 'text', (c) => c.notNull().defaultTo(''))
  await maybeIntegers(
    described,
    'tally_for',
    'tally_against',
    'tally_abstain',
    'tally_absent',
  ).execute()
  const votes = refers(owned(withId(db, 'votes'), 'motion_id', 'motions'), 'person_id', 'people')
  await maybeText(text(votes, 'person_name', 'value'), 'reason').execute()
}

async function createSearch(db: Schema): Promise<void> {
  const entries = owned(withId(db, 'search_entries'), 'municipality_id', 'municipalities')
  const placed = entries.addColumn('entry_id', 'integer', (c) => c.notNull()) as Table
  await maybeIntegers(text(placed, 'kind', 'slug', 'title', 'body'), 'meeting_id')
    .addUniqueConstraint('search_entries_identity', ['kind', 'entry_id'] as never[])
    .execute()
}

async function createAccess(db: Schema): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) =>
      c.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text')
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('revoked_at', 'text')
    .execute()
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
  const secrets = db as Kysely<{ secrets: { name: string; value: string } }>
  await secrets
    .insertInto('secrets')
    .values({ name: 'cursor', value: randomBytes(32).toString('hex') })
    .execute()
}
