import {
  type AliasableExpression,
  type Compilable,
  type Expression,
  expressionBuilder,
  type SqlBool,
} from 'kysely'
import { isCarried, meantResult } from '../../core/carried-results.ts'
import { foldCase } from '../../core/fold.ts'
import { keysOfVerbs } from '../../core/headings/outcome-key.ts'
import { similarTo } from '../../core/similar-words.ts'
import type { Flag } from '../../record/field.ts'
import { kinds, type RecordKind } from '../../record/kinds.ts'
import { cachedQuery, converted } from '../../store/cached-query.ts'
import type { ArrayParam } from '../../store/dialect/dialect.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { outcomeKey } from '../../store/outcome-key.ts'
import type { Tables } from '../../store/tables.ts'

/** `limit` rows after a sort key. */
export interface Range {
  after?: readonly (string | number)[] | undefined
  /**
   * Part of the SQL text: with a parameter, PostgreSQL does not know that few rows are needed, and plans again every
   * time.
   */
  limit: number
}

/** What the statement of a list is built from. */
export interface ListQuery<Filters, After extends readonly unknown[] = [string, number]> {
  /** Placeholders, to pass on or to convert; only those that are given have a value. */
  values: Required<Filters>
  given: (name: keyof Filters | 'after') => boolean
  /** The sort key of the last row before the page. */
  after: After
  limit: number
}

/** A list by its filters, in pages and in rows. */
interface CachedList<Filters, Row> {
  (db: ReadDatabase, filters: Filters, range: Range): Promise<Row[]>
  /** The rows of all pages. */
  count(db: ReadDatabase, filters: Filters): Promise<number>
}

/** A list whose statement is kept for each set of given filters, except for those with `inspected`, which `build` reads. */
export function cachedList<Filters extends object, After extends readonly unknown[], Row>(
  build: (
    db: ReadDatabase,
    list: ListQuery<Filters, After>,
  ) => Compilable<Row> & AliasableExpression<Row>,
  inspected?: keyof Filters & string,
): CachedList<Filters, Row> {
  const buildFrom = (
    db: ReadDatabase,
    { values, limit }: { values: FilterValues; limit: number },
  ) => {
    const { after0, after1, after2, after3 } = values
    return build(db, {
      values: values as Required<Filters>,
      given: (name) => values[name === 'after' ? 'after0' : (name as string)] !== undefined,
      after: [after0, after1, after2, after3] as unknown as After,
      limit,
    })
  }
  const countFrom = (db: ReadDatabase, values: FilterValues) =>
    countRows(db, upTo(values, buildFrom(db, { values, limit: Number.MAX_SAFE_INTEGER })))
  const cached = cachedQuery((db, values: FilterValues, { limit }: { limit: number }) =>
    buildFrom(db, { values, limit }),
  )
  const cachedCount = cachedQuery(countFrom)
  const run = async <R>(db: ReadDatabase, query: Compilable<R>) =>
    (await db.getExecutor().executeQuery<R>(query.compile())).rows
  const isCached = (values: FilterValues) =>
    inspected === undefined || values[inspected] === undefined
  const list = async (db: ReadDatabase, filters: Filters, { after = [], limit }: Range) => {
    const values = { ...filters } as FilterValues
    for (const [index, key] of after.entries()) values[`after${index}`] = key
    if (isCached(values)) return cached(db, values, { limit })
    return run(db, buildFrom(db, { values, limit }))
  }
  const count = async (db: ReadDatabase, filters: Filters) => {
    const values = { ...filters } as FilterValues
    const rows = isCached(values)
      ? await cachedCount(db, values)
      : await run(db, countFrom(db, values))
    return rows[0]?.count ?? 0
  }
  return Object.assign(list, { count })
}

const upTo = <Query>(values: FilterValues, rows: Query): Query =>
  values[undated] === undefined
    ? rows
    : (rows as Limited<Query>).limit(expressionBuilder().lit(undatedMax + 1))

type Limited<Query> = { limit: (max: Expression<number>) => Query }

export function countRows<Row>(db: ReadDatabase, rows: AliasableExpression<Row>) {
  return db.selectFrom(rows.as('listed')).select(({ fn }) => fn.countAll<number>().as('count'))
}

/** A filter of the service alone: what has no date, or no year. */
export const undated = 'undated'

/** These are counted for a list that omits them, within its request. */
export const undatedMax = 10_000

/** The filters of what dates or a year skip because its own are unknown; undefined without these. */
export function undatedFilters<Filters extends object>(filters: Filters): Filters | undefined {
  const { date_from, date_to, year, ...others } = filters as Record<string, unknown>
  const isOfDates = [date_from, date_to, year].some((value) => value !== undefined)
  return isOfDates ? ({ ...others, [undated]: true } as unknown as Filters) : undefined
}

type Dates = { date_from: string; date_to: string }

/** The rows between two dates and, with an id, after the last one of the previous page. */
export function between(
  { values, given, after }: Omit<ListQuery<Dates, [string, number, ...unknown[]]>, 'limit'>,
  date: Expression<string>,
  id?: Expression<number>,
): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, never>()
  const conditions: Expression<SqlBool>[] = []
  const isAfter = given('after') && id !== undefined
  if ((given as (name: string) => boolean)(undated)) conditions.push(eb(date, '=', ''))
  if (given('date_from')) conditions.push(eb(date, '>=', values.date_from))
  // Unknown dates are stored as '', which is not later than any date.
  if (given('date_to')) conditions.push(eb(date, '>', ''))
  // The cursor already implies date_to; repeating it makes SQLite start at date_to.
  if (given('date_to') && !isAfter) conditions.push(eb(date, '<=', values.date_to))
  if (isAfter) conditions.push(eb(eb.refTuple(date, id), '<', eb.tuple(after[0], after[1])))
  return eb.and(conditions)
}

type FilterValues = Record<string, string | number | boolean | undefined>

/** A text filter as the folded columns and slugs are compared. */
export function fold(value: string): string {
  return converted(value, foldCase)
}

export function flag(value: boolean): Flag {
  return converted(value, (is) => (is ? 1 : 0))
}

/** A value that is unique within a municipality. */
export interface Name {
  column: 'slug' | 'ocd_id'
  value: string
}

/** A record of a municipality by its name, as parameters and shape of a cached query. */
export type OfSlug = InMunicipality & { slug: string }
export type OfOcdId = InMunicipality & { ocdId: string }
export type OfName = InMunicipality & { value: string }
export type NamedBy = Pick<Name, 'column'> & PartsMax

/** How many rows of each list of a record are read. */
export type PartsMax = { partsMax: number }

/** For the APIs, whose details are complete. */
export const allParts = Number.POSITIVE_INFINITY

export type InMunicipality = { municipalityId: number }

/** The municipality and its current date, which decides what seats are open. */
export type MunicipalityToday = InMunicipality & { today: string }

/** What documents of all records show. */
export const documentColumns = [
  'documents.title',
  'documents.url',
  'documents.type',
  'documents.date',
  'documents.language',
  'documents.slug',
] as const

/** What a step is linked to. */
const linkedColumns = [
  ...(['organizations.name as organization', 'organizations.slug as organization_slug'] as const),
  ...(['organizations.ocd_id as organization_ocd_id'] as const),
  ...(['organizations.classification as organization_kind'] as const),
  ...(['meetings.slug as meeting_slug', 'meetings.ocd_id as meeting_ocd_id'] as const),
  ...(['motions.slug as motion_slug', 'motions.ocd_id as motion_ocd_id'] as const),
] as const

/** The steps of matters, with what they are linked to. */
export const selectSteps = expressionBuilder<Tables, 'matters' | 'bylaws'>()
  .selectFrom('actions')
  .leftJoin('organizations', 'organizations.id', 'actions.organization_id')
  .leftJoin('meetings', 'meetings.id', 'actions.meeting_id')
  .leftJoin('motions', 'motions.id', 'actions.motion_id')
  .select(['actions.date', 'actions.description', 'actions.text', 'actions.classification'])
  .select(['actions.result', ...linkedColumns])

/** The columns of steps of both kinds. */
export const stepColumns = [
  ...(['merged.date', 'merged.description', 'merged.text', 'merged.classification'] as const),
  ...(['merged.result', 'merged.organization', 'merged.organization_slug'] as const),
  ...(['merged.organization_ocd_id', 'merged.organization_kind', 'merged.meeting_slug'] as const),
  ...(['merged.meeting_ocd_id', 'merged.motion_slug', 'merged.motion_ocd_id'] as const),
] as const

/** The steps that follow from decisions of the mayor, like the steps of matters. */
export const selectMayorSteps = expressionBuilder<Tables, 'matters' | 'bylaws'>()
  .selectFrom('veto_steps')
  .leftJoin('motions', 'motions.id', 'veto_steps.motion_id')
  .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
  .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
  .select(['veto_steps.date', 'veto_steps.description', 'veto_steps.text'])
  .select(['veto_steps.classification', 'veto_steps.result', ...linkedColumns])

/** Whether a motion has one of some verbs, separated by commas. */
export function hasOutcome(
  db: Pick<ReadDatabase, 'getExecutor'>,
  table: 'motions' | 'listed',
  verbs: string | undefined,
): Expression<SqlBool> {
  const { arrayParam, inArray } = dialectOf(db)
  const keys = converted(verbs ?? '', (list) => arrayParam(keysOfVerbs(list)))
  return inArray(outcomeKey(table), keys)
}

export type NamedTable = 'people' | 'motions' | 'meetings' | 'organizations' | 'matters' | 'bylaws'

/** The id of a record by its slug. */
export function idOfSlug(table: NamedTable, municipalityId: number, slug: string) {
  // The columns read here are the same in all tables.
  const eb = expressionBuilder<Tables, never>()
  return eb
    .selectFrom(`${table} as named` as 'people as named')
    .select('named.id')
    .where('named.municipality_id', '=', municipalityId)
    .where('named.slug', '=', slug)
}

const kindOf = Object.fromEntries(
  Object.entries(kinds).map(([kind, { table }]) => [table, kind]),
) as Record<NamedTable, RecordKind>

const slugAfter = cachedQuery(
  (db, { municipalityId, slug }: OfSlug, { table }: { table: NamedTable }) =>
    db
      .selectFrom('former_slugs')
      .innerJoin(`${table} as named` as 'people as named', 'named.id', 'former_slugs.id')
      .select('named.slug')
      .where('former_slugs.municipality_id', '=', municipalityId)
      .where('former_slugs.kind', '=', kindOf[table])
      .where('former_slugs.slug', '=', slug),
)

/** The slug of a record that had another one before. */
export async function findSlugAfter(
  db: ReadDatabase,
  table: NamedTable,
  ofSlug: OfSlug,
): Promise<string | undefined> {
  const [row] = await slugAfter(db, ofSlug, { table })
  return row?.slug
}

/** Filters of every list of records: slugs, separated by commas, and a time or date. */
export type RecordFilters = { slug?: string; updated_since?: string }

/** Whether a record matches those of the filters of every list that are given. */
export function isSelected(
  db: ReadDatabase,
  table: NamedTable,
  { values, given }: Pick<ListQuery<InMunicipality & RecordFilters>, 'values' | 'given'>,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (given('slug')) conditions.push(hasSlugAmong(db, table, values))
  if (given('updated_since')) conditions.push(isUpdatedSince(table, values.updated_since))
  return expressionBuilder().and(conditions)
}

/** Whether an id is one of some, separated by commas. */
export function isIn(db: ReadDatabase, id: Expression<number>, ids: string): Expression<SqlBool> {
  const { arrayParam, inArray } = dialectOf(db)
  return inArray(
    id,
    converted(ids, (text) => arrayParam(text === '' ? [] : text.split(',').map(Number))),
  )
}

/** Whether a record was changed at a time or later. */
export function isUpdatedSince(table: NamedTable, since: string): Expression<SqlBool> {
  // The columns read here are the same in all tables.
  const eb = expressionBuilder<Tables, 'people'>()
  return isSince(eb.ref(`${table}.updated_at` as 'people.updated_at'), since)
}

/** Whether the time of an entry is one or later; a date is the beginning of it in UTC. */
export function isSince(time: Expression<string | null>, since: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, never>()
  return eb(
    time,
    '>=',
    converted(since, (text) => new Date(text).toISOString()),
  )
}

/** Whether a record has one of some slugs. A subquery, because an index of the list would lead to all its rows. */
function hasSlugAmong(
  db: ReadDatabase,
  table: NamedTable,
  { municipalityId, slug }: Required<InMunicipality & RecordFilters>,
): Expression<SqlBool> {
  const { arrayParam, inArray } = dialectOf(db)
  const slugs = converted(slug, (text) => arrayParam(slugsIn(text)))
  // The columns read here are the same in all tables.
  const eb = expressionBuilder<Tables, 'people'>()
  const named = eb
    .selectFrom(`${table} as named` as 'people as named')
    .select('named.id')
    .where('named.municipality_id', '=', municipalityId)
    .where(({ ref }) => inArray(ref('named.slug'), slugs))
  return eb(`${table}.id` as 'people.id', 'in', named)
}

/** The slugs of a parameter, as they are stored. */
function slugsIn(text: string): string[] {
  return [...new Set(text.split(',').map((slug) => foldCase(slug.trim())))]
}

const neighboursMax = 50

/** Slugs of records that are next to a slug in their order, and the slug itself if it exists; one statement. */
export async function listSlugsNear(
  db: ReadDatabase,
  table: NamedTable,
  { municipalityId, slug }: OfSlug,
): Promise<string[]> {
  const rows = await slugsNear(db, { municipalityId, slug }, { table })
  return rows.map((row) => row.slug)
}

const slugsNear = cachedQuery(
  (db, { municipalityId, slug }: OfSlug, { table }: { table: NamedTable }) => {
    const beyond = (sign: '<' | '>=') =>
      db
        .selectFrom(`${table} as named` as 'people as named')
        .select('named.slug')
        .where('named.municipality_id', '=', municipalityId)
        .where('named.slug', sign, slug)
        .orderBy('named.slug', sign === '<' ? 'desc' : 'asc')
        .limit(({ lit }) => lit(neighboursMax))
    return db
      .selectFrom(beyond('>=').as('later'))
      .select('slug')
      .unionAll(db.selectFrom(beyond('<').as('earlier')).select('slug'))
  },
)

/** The values that occur in a filtered field, most frequent first; one statement. */
export const listFacetValues = cachedQuery(
  (db, { municipalityId, list, name }: InMunicipality & { list: string; name: string }) =>
    db
      .selectFrom('facets')
      .select('value')
      .where('municipality_id', '=', municipalityId)
      .where('list', '=', list)
      .where('name', '=', name)
      .orderBy('count', 'desc')
      .orderBy('value'),
)

/** The value that means the same or else is spelled most alike; undefined if none is similar. */
export function nearestTo(value: string, values: readonly string[]): string | undefined {
  const written = foldCase(value)
  const byFolded = new Map(values.map((one) => [foldCase(one), one]))
  // A value that exists beyond the list is not a suggestion for itself.
  byFolded.delete(written)
  const synonym = byFolded.get(foldCase(isCarried(value) ? 'Carried' : meantResult(value)))
  if (synonym !== undefined) return synonym
  const [similar] = similarTo(written, [...byFolded.keys()])
  return similar === undefined ? undefined : byFolded.get(similar)
}

/** A column without its indexes, because that of another condition leads to fewer rows. */
export function unindexed(column: Expression<number | null>): Expression<number | null> {
  const { fn, lit } = expressionBuilder<Tables, never>()
  return fn.coalesce(column, lit(0))
}

/** The sessions of a row of attendance. */
export const parseSessions = (text: string) => JSON.parse(text) as StoredSession[]
type StoredSession = {
  name?: string | null
  times?: string | null
  number?: string | null
  present: boolean
}

/** Whether the meeting of an agenda item is on record; it can be removed without its items. */
export function isOfMeeting(): Expression<SqlBool> {
  return expressionBuilder<Tables, 'agenda_items'>()('agenda_items.meeting_id', 'is not', null)
}

/**
 * The URL that the last import of a record's source stated, for a record without a page of its own. Without `like`: SQLite
 * plans a statement again whenever a pattern is bound.
 */
export function importUrl(record: NamedTable) {
  return expressionBuilder<Tables, NamedTable>()
    .selectFrom('imports')
    .select('imports.source_url')
    .whereRef('imports.municipality_id', '=', `${record}.municipality_id`)
    .whereRef('imports.source', '=', `${record}.source`)
    .where('imports.source_url', '>=', 'http')
    .where('imports.source_url', '<', 'httq')
    .orderBy('imports.id', 'desc')
    .limit(({ lit }) => lit(1))
    .$asScalar()
}

/** Reads rows by id, in any order. */
export type ReadByIds<Row> = (db: ReadDatabase, ids: readonly number[]) => Promise<Row[]>

/** Reads rows by id in one statement. Further conditions could make the planner scan the whole list. */
export function byIdsQuery<Row>(
  column: `${NamedTable}.id`,
  from: (db: ReadDatabase) => { where(condition: Expression<SqlBool>): Compilable<Row> },
): ReadByIds<Row> {
  const reading = cachedQuery((db, { ids }: { ids: ArrayParam }) => {
    const eb = expressionBuilder<Tables, NamedTable>()
    return from(db).where(dialectOf(db).inArray(eb.ref(column), ids))
  })
  return (db, ids) => reading(db, { ids: dialectOf(db).arrayParam(ids) })
}

/** Rows that were read by id, in the order of the ids. */
export function inOrder<R extends { id: number }>(rows: readonly R[], ids: readonly number[]): R[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined)
}

/** When the first statement on an agenda item begins. */
export function firstStatement() {
  return expressionBuilder<Tables, 'agenda_items'>()
    .selectFrom('key_statements')
    .select(({ fn }) => fn.min('key_statements.start_seconds').as('seconds'))
    .whereRef('key_statements.meeting_id', '=', 'agenda_items.meeting_id')
    .whereRef('key_statements.agenda_item_key', '=', 'agenda_items.key')
}

/** Whether something of a record was taken down, or of its parts, which have no details of their own. */
export function withheldWith(
  record: 'matters' | 'meetings' | 'people',
  parts: 'actions' | 'agenda_items' | 'memberships',
  column: 'matter_id' | 'meeting_id' | 'person_id',
) {
  const { fn, ref, selectFrom } = expressionBuilder<Tables, 'meetings'>()
  const withheldPart = selectFrom(`${parts} as part` as 'agenda_items as part')
    .select('part.withheld')
    .whereRef(`part.${column}` as 'part.meeting_id', '=', `${record}.id` as 'meetings.id')
    .where('part.withheld', '=', 1)
    .limit(1)
  return fn.coalesce(withheldPart, ref(`${record}.withheld` as 'meetings.withheld'))
}
