import { foldCase } from '../../core/fold.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
import { isListed, type Listed, type Range } from '../_shared/queries.ts'

export interface MatterFilters {
  status?: string
  category?: string
  date_from?: string
  date_to?: string
}

const columns = [
  'id',
  'slug',
  'ocd_id',
  'identifier',
  'title',
  'status',
  'category',
  'description',
  'plain_english_summary',
  'first_seen',
  'last_seen',
  'bylaw_id',
  'source_url',
  'created_at',
  'updated_at',
] as const

export type MatterRow = Awaited<ReturnType<typeof listMatters>>[number]

/** Matters, last seen first, those without a date at the end; one statement. */
export async function listMatters(
  db: ReadDatabase,
  municipalityId: number,
  filters: MatterFilters,
  range: Range,
) {
  let query = db
    .selectFrom('matters')
    .select(columns)
    .where('municipality_id', '=', municipalityId)
    .where('removed_at', 'is', null)
  if (filters.status !== undefined)
    query = query.where('status_folded', '=', foldCase(filters.status))
  if (filters.category !== undefined)
    query = query.where('category_folded', '=', foldCase(filters.category))
  if (filters.date_from !== undefined) query = query.where('last_seen', '>=', filters.date_from)
  // An unknown date, kept as '', is not earlier than any day.
  if (filters.date_to !== undefined) query = query.where('last_seen', '>', '')
  // What is after a cursor of these filters is so anyway, and SQLite would begin there instead of at the cursor.
  if (filters.date_to !== undefined && range.after === undefined)
    query = query.where('last_seen', '<=', filters.date_to)
  if (range.after !== undefined) {
    const [seen, id] = range.after as [string, number]
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('last_seen', 'id'), '<', tuple(seen, id)),
    )
  }
  return query
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(range.limit))
    .execute()
}

/** Matters by row id, in any order; one statement. */
export async function readMatters(db: ReadDatabase, listed: Listed) {
  return db.selectFrom('matters').select(columns).where(isListed('matters.id', listed)).execute()
}

export type MatterDetailRows = NonNullable<Awaited<ReturnType<typeof findMatter>>>

/** One matter by slug or OCD id with all about it; six statements that see one state of the database. */
export async function findMatter(
  store: ReadStore,
  municipalityId: number,
  name: { column: 'slug' | 'ocd_id'; value: string },
) {
  return store.read(async (db) => {
    const matter = await db
      .selectFrom('matters')
      .select(columns)
      .where('municipality_id', '=', municipalityId)
      .where('removed_at', 'is', null)
      .where(name.column, '=', name.value)
      .executeTakeFirst()
    if (matter === undefined) return undefined
    return {
      matter,
      agendaItems: await listAgendaItems(db, matter.id),
      motions: await listMotions(db, matter.id),
      bylaw: await findBylaw(db, matter.bylaw_id),
      sponsorships: await listSponsorships(db, matter.id),
      documents: await listDocuments(db, matter.id),
    }
  })
}

async function listAgendaItems(db: ReadDatabase, matterId: number) {
  return db
    .selectFrom('agenda_items')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .leftJoin('organizations', (join) =>
      join
        .onRef('organizations.id', '=', 'meetings.organization_id')
        .on('organizations.removed_at', 'is', null),
    )
    .select([
      'agenda_items.slug',
      'agenda_items.title',
      'item_number',
      'meetings.date as meeting_date',
    ])
    .select(['meetings.slug as meeting_slug', 'meetings.ocd_id as meeting_ocd_id'])
    .select('organizations.ocd_id as organization_ocd_id')
    .where('agenda_items.matter_id', '=', matterId)
    .where('agenda_items.removed_at', 'is', null)
    .where('meetings.removed_at', 'is', null)
    .orderBy('meetings.date', 'desc')
    .orderBy('agenda_items.id', 'desc')
    .execute()
}

async function listMotions(db: ReadDatabase, matterId: number) {
  return db
    .selectFrom('motions')
    .leftJoin('meetings', (join) =>
      join.onRef('meetings.id', '=', 'motions.meeting_id').on('meetings.removed_at', 'is', null),
    )
    .leftJoin('organizations', (join) =>
      join
        .onRef('organizations.id', '=', 'motions.organization_id')
        .on('organizations.removed_at', 'is', null),
    )
    .select([
      'motions.slug',
      'motions.ocd_id',
      'motions.summary',
      'motions.text',
      'motions.result',
      'motions.date',
    ])
    .select(['meetings.slug as meeting_slug', 'meetings.ocd_id as meeting_ocd_id'])
    .select('organizations.ocd_id as organization_ocd_id')
    .where('motions.matter_id', '=', matterId)
    .where('motions.removed_at', 'is', null)
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
    .execute()
}

async function findBylaw(db: ReadDatabase, id: number | null) {
  return db
    .selectFrom('bylaws')
    .select(['slug', 'title', 'bylaw_number'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

async function listSponsorships(db: ReadDatabase, matterId: number) {
  return db
    .selectFrom('sponsorships')
    .leftJoin('people', (join) =>
      join.onRef('people.id', '=', 'sponsorships.person_id').on('people.removed_at', 'is', null),
    )
    .select([
      'sponsorships.name',
      'people.name as person',
      'people.ocd_id',
      'is_primary',
      'classification',
    ])
    .where('matter_id', '=', matterId)
    .orderBy('sponsorships.id')
    .execute()
}

// The ids of both kinds by an index each: PostgreSQL reads the whole table for a condition with `or`.
async function listDocuments(db: ReadDatabase, matterId: number) {
  return (
    db
      .selectFrom('documents')
      .select(['title', 'url', 'type', 'date'])
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('documents as own')
          .select('own.id')
          .where('own.matter_id', '=', matterId)
          .unionAll(
            selectFrom('agenda_items')
              .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
              .innerJoin('documents as of_items', 'of_items.agenda_item_id', 'agenda_items.id')
              .select('of_items.id')
              .where('agenda_items.matter_id', '=', matterId)
              .where('agenda_items.removed_at', 'is', null)
              .where('meetings.removed_at', 'is', null),
          ),
      )
      // Those of the matter itself first, then item by item: row ids move when a record is imported again.
      .orderBy(({ fn, ref, val }) => fn.coalesce(ref('agenda_item_id'), val(0)))
      .orderBy('id')
      .execute()
  )
}
