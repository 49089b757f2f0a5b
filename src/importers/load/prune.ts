import { type Expression, expressionBuilder } from 'kysely'
import { batches } from '../../core/batches.ts'
import { pluralOf, type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { Imported } from '../../store/record-tables.ts'
import { removeDocuments } from '../../store/search/index-documents.ts'
import type { Tables } from '../../store/tables.ts'
import type { OpenedSource } from '../source.ts'
import { assertNoErrors, DiagnosticList } from './diagnostic-list.ts'
import { noteReferrers } from './links.ts'
import { rowBatches } from './row-batches.ts'
import type { LoadScope } from './scope.ts'
import {
  type Changes,
  mergeChanges,
  noChanges,
  noteBylaws,
  noteChange,
  readColumns,
  rowsWith,
} from './scope.ts'
import { type StagingTables, stagingOf } from './staging-table.ts'

/** Throws `LoadRejected` for a source with gaps, because pruning would remove records that were only not read. */
export function rejectGaps(source: OpenedSource, counts: ReadonlyMap<RecordKind, number>): void {
  const errors = new DiagnosticList()
  for (const diagnostic of source.gaps?.() ?? [])
    errors.add({
      ...diagnostic,
      reason: `${diagnostic.reason}; omit --prune or fix the source`,
    })
  if ([...counts.values()].every((count) => count === 0)) {
    const reason = 'it contains no records, so --prune would remove everything that it once had'
    errors.add({ location: source.name, subject: 'source', reason })
  }
  assertNoErrors(errors)
}

/**
 * Removes the records that the source no longer has. Throws `LoadRejected` for a slice of a record, such as a
 * mirror with a missing folder, because its records look removed.
 */
export async function pruneAll(scope: LoadScope, isStored: boolean): Promise<Changes> {
  // Of the stored record, only what was taken down is missing.
  if (!isStored) await rejectLosses(scope)
  const changes: Changes[] = []
  // In reverse, so that parts are removed before their parents.
  for (const kind of recordKindNames.toReversed()) changes.push(await prune(kind, scope))
  return mergeChanges(changes)
}

async function rejectLosses(scope: LoadScope): Promise<void> {
  const errors = new DiagnosticList()
  for (const kind of recordKindNames)
    for (const reason of lossReasons(await keptByYear(kind, scope)))
      errors.add({ location: scope.source, subject: pluralOf[kind], reason })
  assertNoErrors(errors)
}

interface YearCounts {
  /** Empty for records without a year. */
  year: string
  total: number
  kept: number
}

// Fewer records of a year can be removed one by one, or get another date.
const yearMin = 5
const kindMin = 50
const removedShareMax = 0.2

/** Why the rows of a kind must not be pruned: too many are missing from the source. */
function lossReasons(years: readonly YearCounts[]): string[] {
  const total = sum(years, (year) => year.total)
  const removed = total - sum(years, (year) => year.kept)
  if (total > 0 && removed === total)
    return [
      `the source has none, so --prune would remove all ${total}; omit --prune or fix the source`,
    ]
  const missing = years.filter(({ year, total, kept }) => year && total >= yearMin && kept === 0)
  if (missing.length > 0)
    return missing.map(
      ({ year, total }) =>
        `the source has none of ${year}, so --prune would remove all ${total}; omit --prune or import all years together`,
    )
  if (total < kindMin || removed <= total * removedShareMax) return []
  return [
    `--prune would remove ${removed} of ${total}${listYears(years)}; omit --prune or import the whole source`,
  ]
}

function listYears(years: readonly YearCounts[]): string {
  const losses = years.flatMap(({ year, total, kept }) =>
    year === '' || total === kept ? [] : [`${total - kept} of ${year}`],
  )
  return losses.length === 0 ? '' : ` (${losses.join(', ')})`
}

const sum = (years: readonly YearCounts[], count: (year: YearCounts) => number) =>
  years.reduce((total, year) => total + count(year), 0)

type Dated = Pick<Tables['bylaws'], 'stated_year'> &
  Pick<Tables['matters'], 'first_seen'> &
  Pick<Tables['meetings'], 'date' | 'status'> &
  Pick<Tables['declarations'], 'declared_on'>
const dated = expressionBuilder<{ row: Dated }, 'row'>()

const dateOf: Partial<Record<RecordKind, Expression<string | null>>> = {
  bylaw: dated.cast<string>('row.stated_year', 'varchar(4)'),
  matter: dated.ref('row.first_seen'),
  // Meetings to come are often moved or called off.
  meeting: dated.case().when('row.status', '=', 'completed').then(dated.ref('row.date')).end(),
  motion: dated.ref('row.date'),
  action: dated.ref('row.date'),
  declaration: dated.ref('row.declared_on'),
  mayoral_decision: dated.ref('row.date'),
}

/** How many rows of a kind there are, and how many of them the source still has. */
async function keptByYear(kind: RecordKind, scope: LoadScope): Promise<YearCounts[]> {
  const { db, target, source } = scope
  const rows = await stagingOf(db)
    .selectFrom(`${recordKinds[kind].table} as row`)
    .select(({ fn, eb }) => [
      fn<string | null>('substr', [dateOf[kind] ?? eb.lit(null), eb.lit(1), eb.lit(4)]).as('since'),
      fn.countAll<number>().as('total'),
      fn.sum<number>(eb.case().when(isStaged(kind, scope)).then(1).else(0).end()).as('kept'),
    ])
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
    .groupBy('since')
    .orderBy('since')
    .execute()
  return rows.map(({ since, total, kept }) => ({
    // By-laws without a year have the year 0.
    year: since === null || since === '0' ? '' : since,
    total: Number(total),
    kept: Number(kept),
  }))
}

/** Warns of records that a whole source no longer has, if `--prune` would remove them. */
export async function suggestPrune(
  scope: LoadScope,
  source: Pick<OpenedSource, 'since' | 'gaps'>,
): Promise<void> {
  if (typeof source.since === 'string' || (source.gaps?.() ?? []).length > 0) return
  const unseen: string[] = []
  for (const kind of recordKindNames) {
    if (!(await hasUnseen(kind, scope))) continue
    const years = await keptByYear(kind, scope)
    // A part of a source: --prune would reject it.
    if (lossReasons(years).length > 0) return
    const count = sum(years, ({ total, kept }) => total - kept)
    if (count > 0) unseen.push(counted(count, kind))
  }
  if (unseen.length === 0) return
  const reason = `no longer has ${unseen.join(', ')} of earlier imports; if they were deleted there, import again with --prune`
  scope.warn({ location: scope.source, subject: 'source', reason })
}

const counted = (count: number, kind: RecordKind) =>
  `${count} ${(count === 1 ? kind : pluralOf[kind]).replace('_', ' ')}`

/** Whether there are more rows of this source than it has records. */
async function hasUnseen(
  kind: RecordKind,
  { db, target, source }: Pick<LoadScope, 'db' | 'target' | 'source'>,
): Promise<boolean> {
  const { rows, staged } = await stagingOf(db)
    .selectNoFrom(({ selectFrom }) => [
      selectFrom(recordKinds[kind].table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('municipality_id', '=', target.id)
        .where('source', '=', source)
        .as('rows'),
      selectFrom('staging')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('kind', '=', kind)
        .as('staged'),
    ])
    .executeTakeFirstOrThrow()
  return Number(rows) > Number(staged)
}

export type Gone = ReturnType<typeof selectGone>

/** Removes the rows of a kind that the source no longer has. */
export async function prune(
  kind: RecordKind,
  scope: LoadScope,
  narrow = (gone: Gone) => gone,
): Promise<Changes> {
  const changes = noChanges()
  const gone = rowBatches((after, limit) =>
    narrow(selectGone(kind, scope)).where('row.id', '>', after).limit(limit).execute(),
  )
  for await (const rows of gone) {
    for (const row of rows) {
      noteChange(kind, { id: row.id, change: 'removed', old: row, columns: {} }, changes)
    }
    await noteBylaws(kind, rows, changes, scope)
    scope.history?.noteRemoved(kind, rows)
  }
  for (const ids of batches(rowsWith('removed', changes.rows[kind]))) {
    await noteReferrers(kind, ids, changes, scope)
    await removeRows(kind, ids, scope)
  }
  return changes
}

function selectGone(kind: RecordKind, scope: LoadScope) {
  const { db, target, source, history } = scope
  return stagingOf(db)
    .selectFrom(`${recordKinds[kind].table} as row`)
    .select(['row.id', 'row.slug'])
    .select(readColumns(kind, history).map((column) => db.dynamic.ref(`row.${column}`)))
    .where('row.municipality_id', '=', target.id)
    .where('row.source', '=', source)
    .where(({ not }) => not(isStaged(kind, scope)))
    .orderBy('row.id')
}

/** Whether the source has the record of the row `row`, even one that was omitted. */
function isStaged(kind: RecordKind, { db, dialect, omitted }: LoadScope) {
  const builder = expressionBuilder<StagingTables & { row: Imported }, 'row'>()
  const isRead = builder.exists(
    stagingOf(db)
      .selectFrom('staging')
      .select('staging.key')
      .where('staging.kind', '=', kind)
      .whereRef('staging.key', '=', 'row.key' as 'staging.key'),
  )
  const keys = omitted.get(kind) ?? []
  if (keys.length === 0) return isRead
  return builder.or([isRead, dialect.inArray(builder.ref('row.key'), dialect.arrayParam(keys))])
}

/**
 * Removes items that an agenda of this source no longer has, because an agenda is whole, and warns of them. An
 * agenda that lost most of its items was probably read in part, and keeps them.
 */
export async function pruneAgendas(scope: LoadScope): Promise<Changes> {
  if (!(await hasUnseen('agenda_item', scope))) return noChanges()
  const cut: Agenda[] = []
  for (const agenda of await listAgendasWithLosses(scope)) {
    const { location, meeting, before, items, lost } = agenda
    if (lost <= lostItemsMax || items * 2 >= before) {
      cut.push(agenda)
      continue
    }
    const reason = `has fewer agenda items (${items}) than earlier imports (${before}); none is removed, because a part of the agenda may be missing: import all of it, or use --prune`
    scope.warn({ location, subject: `meeting ${meeting}`, reason })
  }
  const [first] = cut
  if (first === undefined) return noChanges()
  const count = cut.reduce((total, { lost }) => total + lost, 0)
  const reason = `removed ${count} that their agendas no longer have, such as ${first.lost} of meeting ${first.meeting}`
  scope.warn({ location: scope.source, subject: 'agenda items', reason })
  const { dialect } = scope
  const ids = dialect.arrayParam(cut.map(({ id }) => id))
  return prune('agenda_item', scope, (gone) =>
    gone.where(({ ref }) => dialect.inArray(ref('row.meeting_id' as 'row.id'), ids)),
  )
}

// Fewer items can be taken off an agenda one by one.
const lostItemsMax = 5

interface Agenda {
  /** The id of the meeting. */
  id: number
  meeting: string
  location: string
  /** How many items earlier imports had. */
  before: number
  /** How many the source has. */
  items: number
  lost: number
}

/** The agendas in the source that no longer have some of their items. */
async function listAgendasWithLosses(scope: LoadScope): Promise<Agenda[]> {
  const { db, target, source, now } = scope
  const read = stagingOf(db)
    .selectFrom('staging as item')
    .innerJoin('agenda_items', 'agenda_items.key', 'item.key')
    .select('agenda_items.meeting_id' as 'agenda_items.id')
    .where('item.kind', '=', 'agenda_item')
    .where('agenda_items.municipality_id', '=', target.id)
    .where('agenda_items.source', '=', source)
  const rows = await stagingOf(db)
    .selectFrom('agenda_items as row')
    .innerJoin('meetings', 'meetings.id', 'row.meeting_id' as 'row.id')
    .innerJoin('staging as meeting', 'meeting.key', 'meetings.key')
    .select(['meetings.id', 'meeting.key as meeting', 'meeting.location'])
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('stored'),
      fn
        .sum<number>(eb.case().when(isStaged('agenda_item', scope)).then(0).else(1).end())
        .as('lost'),
      fn.sum<number>(eb.case().when('row.created_at', '=', now).then(1).else(0).end()).as('added'),
    ])
    .where('meeting.kind', '=', 'meeting')
    .where('meeting.is_incomplete', '=', 0)
    .where('row.source', '=', source)
    .where('meetings.id', 'in', read)
    .groupBy(['meetings.id', 'meeting.id', 'meeting.key', 'meeting.location'])
    .orderBy('meeting.id')
    .execute()
  return rows.flatMap(({ stored, lost, added, ...agenda }) =>
    Number(lost) === 0
      ? []
      : [
          {
            ...agenda,
            before: Number(stored) - Number(added),
            items: Number(stored) - Number(lost),
            lost: Number(lost),
          },
        ],
  )
}

/** Deletes rows with their parts, and keeps their identities for their return. */
async function removeRows(
  kind: RecordKind,
  ids: readonly number[],
  scope: LoadScope,
): Promise<void> {
  const { db, dialect, now } = scope
  await deleteParts(kind, ids, scope)
  const rows = await importedTables(db)
    .deleteFrom(recordKinds[kind].table)
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const identities = rows.map((row) => ({
    municipality_id: row.municipality_id,
    kind,
    source: row.source,
    key: row.key,
    id: row.id,
    slug: row.slug,
    ocd_id: 'ocd_id' in row ? row.ocd_id : null,
    created_at: row.created_at,
    removed_at: now,
  }))
  await dialect.insertAll(db, 'removed_records', identities)
}

/** Deletes the parts of rows and their search documents. */
export async function deleteParts(
  kind: RecordKind,
  ids: readonly number[],
  scope: LoadScope,
): Promise<void> {
  if (ids.length === 0) return
  const { db } = scope
  const owner = db.dynamic.ref(`${kind}_id`)
  for (const table of recordKinds[kind].parts) {
    const parts = db.selectFrom(table).select('id').where(owner, 'in', ids)
    if (table === 'key_statements')
      await removeDocuments('key_statement', idsOf(await parts.execute()), scope)
    if (table === 'documents') {
      const sections = db
        .selectFrom('document_sections')
        .select('id')
        .where('document_id', 'in', parts)
      await removeDocuments('document_section', idsOf(await sections.execute()), scope)
    }
    await db.deleteFrom(table).where(owner, 'in', ids).execute()
  }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

interface Identity {
  id: number
  slug: string
  created_at: string
}

/** The identities of removed records that have returned, by key. */
export async function findIdentities(
  kind: RecordKind,
  keys: readonly string[],
  { db, dialect, target, source }: LoadScope,
): Promise<ReadonlyMap<string, Identity>> {
  const rows = await db
    .selectFrom('removed_records')
    .select(['key', 'id', 'slug', 'created_at'])
    .where('municipality_id', '=', target.id)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .where(({ ref }) => dialect.inArray(ref('key'), dialect.arrayParam(keys)))
    .execute()
  return new Map(rows.map(({ key, ...identity }) => [key, identity]))
}

/** Deletes the identities of records that have returned; who assigns slugs and ids before must not take theirs. */
export async function forgetIdentities(
  kind: RecordKind,
  ids: readonly number[],
  { db }: LoadScope,
): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('removed_records').where('kind', '=', kind).where('id', 'in', ids).execute()
}

/** Which of these keys are stored, or were until their records were removed. */
export async function listKnownKeys(
  kind: RecordKind,
  keys: readonly string[],
  { db, dialect, target, source }: Pick<LoadScope, 'db' | 'dialect' | 'target' | 'source'>,
): Promise<ReadonlySet<string>> {
  const removed = db.selectFrom('removed_records').where('kind', '=', kind)
  const tables = [importedTables(db).selectFrom(recordKinds[kind].table), removed as never]
  const found = new Set<string>()
  for (const table of tables) {
    const rows = await table
      .select('key')
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where(({ ref }) => dialect.inArray(ref('key'), dialect.arrayParam(keys)))
      .execute()
    for (const { key } of rows) found.add(key)
  }
  return found
}
