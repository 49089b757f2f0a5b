import { expressionBuilder } from 'kysely'
import { cachedQuery } from '../../store/cached-query.ts'
import { type JsonRows, jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { isMayorStepOf } from '../../store/veto-steps.ts'
import {
  allParts,
  between,
  byIdsQuery,
  cachedList,
  documentColumns,
  fold,
  type InMunicipality,
  importUrl,
  isOfMeeting,
  isSelected,
  type ListQuery,
  type Name,
  type NamedBy,
  type OfName,
  type Range,
  type RecordFilters,
  selectMayorSteps,
  selectSteps,
  stepColumns,
  withheldWith,
} from '../_shared/queries.ts'

export interface MatterFilters extends RecordFilters {
  status?: string
  category?: string
  date_from?: string
  date_to?: string
}

const itemColumns = [
  'id',
  'slug',
  'identifier',
  'title',
  'status',
  'category',
  'description',
  'first_seen',
  'last_seen',
  'lapsed_on',
  'updated_at',
] as const

const detailColumns = [
  'other_identifiers',
  'plain_english_summary',
  'source_url',
  'corrected',
] as const

const billColumns = [
  'id',
  'ocd_id',
  'identifier',
  'title',
  'status',
  'category',
  'classification',
  'first_seen',
  'last_seen',
  'created_at',
  'updated_at',
] as const

export type MatterItemRow = Awaited<ReturnType<typeof listMatters>>[number]

/** Last seen first, undated ones last; one statement. */
export async function listMatters(
  db: ReadDatabase,
  municipalityId: number,
  filters: MatterFilters,
  range: Range,
) {
  const rows = await pageOfMatters(db, { ...filters, municipalityId }, range)
  return rows.map(withBylaw)
}

function withBylaw<R extends { bylaws: JsonRows<MatterBylaw> }>({ bylaws: rows, ...row }: R) {
  return { ...row, bylaw: parseRows(rows)[0] }
}

/** One statement. */
export async function countMatters(
  db: ReadDatabase,
  municipalityId: number,
  filters: MatterFilters,
) {
  return pageOfMatters.count(db, { ...filters, municipalityId })
}

const pageOfMatters = cachedList((db, list: ListQuery<MatterFilters & InMunicipality>) => {
  const { values, given, limit } = list
  return db
    .selectFrom('matters')
    .select([...itemColumns, jsonRows(db, bylaws).as('bylaws')])
    .where('municipality_id', '=', values.municipalityId)
    .where(isSelected(db, 'matters', list))
    .$if(given('status'), (query) => query.where('status_folded', '=', fold(values.status)))
    .$if(given('category'), (query) => query.where('category_folded', '=', fold(values.category)))
    .where(({ ref }) => between(list, ref('last_seen'), ref('id')))
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(limit))
})

export type MatterDetailRows = NonNullable<Awaited<ReturnType<typeof findMatter>>>

/** One matter by slug or OCD id with its parts; one statement. */
export async function findMatter(
  db: ReadDatabase,
  municipalityId: number,
  { value, column }: Name,
  partsMax = allParts,
) {
  const [matter] = await matterNamed(db, { municipalityId, value }, { column, partsMax })
  return matter && withParts(matter)
}

/** Matters with their parts, in any order; one statement. */
export async function listMatterDetails(db: ReadDatabase, ids: readonly number[]) {
  return (await mattersOfIds(db, ids)).map(withParts)
}

function withParts(matter: Awaited<ReturnType<typeof matterNamed>>[number]) {
  return {
    matter: withBylaw(matter),
    agendaItems: parseRows(matter.agenda_items),
    motions: parseRows(matter.motions),
    sponsorships: parseRows(matter.sponsorships),
    documents: parseRows(matter.documents),
    actions: parseRows(matter.actions),
  }
}

const matterNamed = cachedQuery(
  (db, { municipalityId, value }: OfName, { column, partsMax }: NamedBy) =>
    selectDetails(db, partsMax)
      .where('municipality_id', '=', municipalityId)
      .where(column, '=', value),
)

const mattersOfIds = byIdsQuery('matters.id', (db) => selectDetails(db, allParts))

function selectDetails(db: ReadDatabase, partsMax: number) {
  return selectBills(db)
    .select(itemColumns)
    .select(detailColumns)
    .select(withheldWith('matters', 'actions', 'matter_id').as('withheld'))
    .select(importUrl('matters').as('import_url'))
    .select(jsonRows(db, agendaItems, partsMax).as('agenda_items'))
    .select(jsonRows(db, motions, partsMax).as('motions'))
    .select(jsonRows(db, bylaws).as('bylaws'))
    .select(jsonRows(db, sponsorships, partsMax).as('sponsorships'))
    .select(jsonRows(db, documents, partsMax).as('documents'))
    .select(jsonRows(db, actions, partsMax).as('actions'))
}

const agendaItems = expressionBuilder<Tables, 'matters'>()
  .selectFrom('agenda_items')
  .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
  .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
  .select([
    'agenda_items.slug',
    'agenda_items.title',
    'item_number',
    'meetings.date as meeting_date',
  ])
  .select(['meetings.slug as meeting_slug', 'meetings.ocd_id as meeting_ocd_id'])
  .select('meetings.status as meeting_status')
  .select('organizations.ocd_id as organization_ocd_id')
  .whereRef('agenda_items.matter_id', '=', 'matters.id')
  .orderBy('meetings.date', 'desc')
  .orderBy('meetings.id', 'desc')
  // Ids of items are not stable: a copy has others.
  .orderBy('agenda_items.position', 'desc')
  .orderBy('agenda_items.id', 'desc')

const motions = expressionBuilder<Tables, 'matters'>()
  .selectFrom('motions')
  .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
  .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
  .select([
    'motions.slug',
    'motions.ocd_id',
    'motions.summary',
    'motions.text',
    'motions.result',
    'motions.kind',
    'motions.date',
  ])
  .select(['meetings.slug as meeting_slug', 'meetings.ocd_id as meeting_ocd_id'])
  .select('meetings.status as meeting_status')
  .select('organizations.ocd_id as organization_ocd_id')
  .whereRef('motions.matter_id', '=', 'matters.id')
  .orderBy('motions.date', 'desc')
  .orderBy('motions.id', 'desc')

const actions = expressionBuilder<Tables, 'matters'>()
  .selectFrom(
    selectSteps
      .select(['actions.position', 'actions.id'])
      .whereRef('actions.matter_id', '=', 'matters.id')
      .unionAll(
        selectMayorSteps
          .select(({ lit }) => ['veto_steps.position', lit(0).as('id')])
          .where(isMayorStepOf(expressionBuilder<Tables, 'matters'>().ref('matters.id'))),
      )
      .as('merged'),
  )
  .select(stepColumns)
  .orderBy('merged.date')
  .orderBy('merged.position')
  .orderBy('merged.id')

interface MatterBylaw {
  slug: string
  title: string
  bylaw_number: string | null
  status: string | null
  enacted_date: string | null
}

const bylaws = expressionBuilder<Tables, 'matters'>()
  .selectFrom('bylaws')
  .select(['bylaws.slug', 'bylaws.title', 'bylaws.bylaw_number', 'bylaws.status'])
  .select('bylaws.enacted_date')
  .whereRef('bylaws.id', '=', 'matters.bylaw_id')

const sponsorships = expressionBuilder<Tables, 'matters'>()
  .selectFrom('sponsorships')
  .leftJoin('people', 'people.id', 'sponsorships.person_id')
  .select([
    'sponsorships.name',
    'people.name as person',
    'people.slug as person_slug',
    'people.ocd_id',
    'is_primary',
    'classification',
  ])
  .whereRef('matter_id', '=', 'matters.id')
  .orderBy('sponsorships.id')

// A union uses one index for each kind; with `or`, PostgreSQL scans the table.
const documents = expressionBuilder<Tables, 'matters'>()
  .selectFrom('documents')
  .leftJoin('agenda_items as items', 'items.id', 'documents.agenda_item_id')
  .leftJoin('meetings', 'meetings.id', 'items.meeting_id')
  .select([...documentColumns, 'documents.agenda_item_id', 'meetings.date as meeting_date'])
  .where('documents.id', 'in', ({ selectFrom }) =>
    selectFrom('documents as own')
      .select('own.id')
      .whereRef('own.matter_id', '=', 'matters.id')
      .unionAll(
        selectFrom('agenda_items')
          .innerJoin('documents as of_items', 'of_items.agenda_item_id', 'agenda_items.id')
          .select('of_items.id')
          .whereRef('agenda_items.matter_id', '=', 'matters.id')
          .where(isOfMeeting()),
      ),
  )
  // The matter's own first, then in the order of the agendas. Ids of items are not stable: a copy has others.
  .orderBy(({ fn, ref, val }) => fn.coalesce(ref('meetings.date'), val('')))
  .orderBy(({ fn, ref, val }) => fn.coalesce(ref('meetings.id'), val(0)))
  .orderBy(({ fn, ref, val }) => fn.coalesce(ref('items.position'), val(-1)))
  .orderBy(({ fn, ref, val }) => fn.coalesce(ref('items.id'), val(0)))
  .orderBy('documents.id')

export type BillRow = Awaited<ReturnType<typeof listBillsByIds>>[number]

function selectBills(db: ReadDatabase) {
  return db
    .selectFrom('matters')
    .select(billColumns)
    .select(jsonRows(db, introductions).as('introductions'))
    .select(datesOf(actionDates, 'action'))
    .select(datesOf(motionDates, 'motion'))
    .select(datesOf(sittingDates, 'sitting'))
}

export const listBillsByIds = byIdsQuery('matters.id', selectBills)

/** Where a matter began: the bodies that introduced it, first of all. */
const introductions = expressionBuilder<Tables, 'matters'>()
  .selectFrom('actions')
  .innerJoin('organizations', 'organizations.id', 'actions.organization_id')
  .select(['organizations.ocd_id as id', 'organizations.name'])
  .whereRef('actions.matter_id', '=', 'matters.id')
  // Not `like`: SQLite plans a statement again whenever a pattern is bound.
  .where(({ eb, fn, ref, val }) => {
    const kinds = ref('actions.classification')
    return eb(fn<string>('replace', [kinds, val('"introduction"'), val('')]), '!=', kinds)
  })
  .orderBy('actions.date')
  .orderBy('actions.position')
  .orderBy('actions.id')

const actionDates = expressionBuilder<Tables, 'matters'>()
  .selectFrom(
    expressionBuilder<Tables, 'matters'>()
      .selectFrom('actions')
      .select('actions.date as day')
      .whereRef('actions.matter_id', '=', 'matters.id')
      .where('actions.date', 'is not', null)
      .unionAll(
        expressionBuilder<Tables, 'matters'>()
          .selectFrom('veto_steps')
          .select('veto_steps.date as day')
          .where(isMayorStepOf(expressionBuilder<Tables, 'matters'>().ref('matters.id')))
          .where('veto_steps.date', 'is not', null),
      )
      .as('steps'),
  )
  .select('steps.day')

const motionDates = expressionBuilder<Tables, 'matters'>()
  .selectFrom('motions')
  .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
  .select('motions.date as day')
  .whereRef('motions.matter_id', '=', 'matters.id')
  .where('motions.date', '!=', '')
  .where(({ eb, or }) =>
    or([
      eb('meetings.id', 'is', null),
      eb('meetings.status', '=', 'completed'),
      eb('motions.result', 'is not', null),
    ]),
  )

const sittingDates = expressionBuilder<Tables, 'matters'>()
  .selectFrom('agenda_items')
  .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
  .select('meetings.date as day')
  .whereRef('agenda_items.matter_id', '=', 'matters.id')
  .where('meetings.status', '=', 'completed')

type Dates = typeof actionDates | typeof motionDates | typeof sittingDates

/** The first and the last of some dates of a matter, as `first_…` and `last_…`. */
function datesOf<Name extends string>(dates: Dates, name: Name) {
  const one = (order: 'asc' | 'desc') =>
    (dates as typeof actionDates).orderBy('day', order).limit(({ lit }) => lit(1))
  return () => [one('asc').as(`first_${name}` as const), one('desc').as(`last_${name}` as const)]
}
