import { batches } from '../../core/batches.ts'
import { dateInZone } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { withoutSecrets } from '../../core/public-address.ts'
import { pluralOf, type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { findOtherSource, noteReadUntil, runsMax } from '../../store/import-runs.ts'
import { afterOtherWriters, type WriteStore } from '../../store/open.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { FailedResult } from '../../store/tables.ts'
import { version } from '../../version.ts'
import type { Diagnostic, OpenedSource } from '../source.ts'
import { LoadRejected } from './diagnostic-list.ts'
import type { Reading } from './last-look.ts'
import { findTarget } from './municipalities.ts'
import { type KindPlan, stagedRows } from './plan.ts'
import { type Changes, type LoadScope, type RowIds, rowsWith } from './scope.ts'
import { stagingOf } from './staging-table.ts'
import { moveDataVersion } from './versions.ts'

interface Published {
  /** Whether the source is the stored record, which is no look at a source. */
  isStored: boolean
  parents: RowIds
  kinds: LoadReport['kinds']
  run: Run
  /** Whether something else than records has moved: the day up to which they speak, or their history. */
  hasMoved: boolean
}

/** Updates `updated_at` and the data version, by which clients and caches notice changes, and records the run. */
export async function publish(
  scope: LoadScope,
  { isStored, parents, kinds, run, hasMoved }: Published,
): Promise<void> {
  await stampParents(parents, scope)
  const isChanged = hasChanges(kinds) || hasMoved
  if (isChanged || !scope.isDerived) await moveDataVersion(scope, isChanged)
  if (hasChanges(kinds)) await scope.dialect.afterBulkLoad(scope.db)
  if (!isStored) await recordRun(scope, run, kinds)
}

/** Clients sync by `updated_at`, so it also changes when a part changed. */
async function stampParents(rows: RowIds, { db, now }: LoadScope): Promise<void> {
  for (const kind of recordKindNames) {
    for (const ids of batches(rows[kind])) {
      await importedTables(db)
        .updateTable(recordKinds[kind].table)
        .set({ updated_at: now })
        .where('id', 'in', ids)
        .where('updated_at', '!=', now)
        .execute()
    }
  }
}

/**
 * Moves the day up to which the record speaks: what the source says of itself, else its newest change, else the newest
 * thing that happened, but never a day to come. It moves back only with `--prune`, where the source is the whole record.
 * Returns whether it moved.
 */
export async function deriveAsOf(
  scope: LoadScope,
  source: Pick<OpenedSource, 'asOf'>,
): Promise<boolean> {
  const { db, target, prune } = scope
  const found = source.asOf?.() ?? (await newestChange(scope)) ?? (await newestEvent(scope))
  if (found === null) return false
  const today = dateInZone(Date.parse(scope.now), target.timeZone)
  const [day = today] = [found, today].sort()
  const own = db.selectFrom('municipalities').select('as_of').where('id', '=', target.id)
  const { as_of: before } = await own.executeTakeFirstOrThrow()
  const ownSource = { municipalityId: target.id, source: scope.source }
  const isWhole = prune && (await findOtherSource(db, ownSource)) === undefined
  // An import with a wrong clock may have set a day to come.
  if (before !== null && before >= day && before <= (isWhole ? day : today)) return false
  await db.updateTable('municipalities').set({ as_of: day }).where('id', '=', target.id).execute()
  return true
}

async function newestChange({ db, now, target }: LoadScope): Promise<string | null> {
  const { newest } = await stagingOf(db)
    .selectFrom('staging')
    .select(({ fn }) => fn.max('source_updated_at').as('newest'))
    .where('source_updated_at', '<=', now)
    .executeTakeFirstOrThrow()
  return newest === null ? null : dateInZone(Date.parse(newest), target.timeZone)
}

async function newestEvent({ db, now, target }: LoadScope): Promise<string | null> {
  const today = dateInZone(Date.parse(now), target.timeZone)
  const newestIn = async (table: 'meetings' | 'motions' | 'actions') => {
    const row = await db
      // The columns read here are the same in all tables.
      .selectFrom(table as 'meetings')
      .select(({ fn }) => fn.max('date').as('date'))
      .where('municipality_id', '=', target.id)
      .where('date', '<=', today)
      .$if(table === 'meetings', (query) => query.where('status', '=', 'completed'))
      .executeTakeFirst()
    return row?.date || null
  }
  const days = [await newestIn('meetings'), await newestIn('motions'), await newestIn('actions')]
  return (
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  )
}

export interface KindReport {
  added: number
  changed: number
  same: number
  removed: number
}

export interface LoadReport {
  kinds: Record<string, KindReport>
  warnings: Diagnostic[]
  /** References to records outside a subset, by the plural name of their kind. */
  unresolved: Record<string, number>
  /** Records that cannot be right, by the plural name of their kind. */
  omitted: Record<string, number>
  /** The id of the run that read the same files. */
  repeats?: number
}

/** Counts the rows of each kind; a row of which only a reference was linked, or lost its target, has changed too. */
export async function kindReports(
  plans: readonly KindPlan[],
  scope: LoadScope,
  { rows }: Changes,
): Promise<LoadReport['kinds']> {
  const reports: LoadReport['kinds'] = {}
  for (const { kind, added, changed, same } of plans) {
    const ids = rowsWith('relinked', rows[kind])
    reports[pluralOf[kind]] = {
      added,
      changed: changed + ids.length,
      same: same - (await countStaged(kind, ids, scope)),
      removed: rowsWith('removed', rows[kind]).length,
    }
  }
  return reports
}

/** How many of these rows the source has. */
async function countStaged(
  kind: RecordKind,
  ids: readonly number[],
  scope: LoadScope,
): Promise<number> {
  let total = 0
  for (const some of batches(ids)) {
    const { count } = await stagedRows(kind, scope)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('row.id', 'in', some)
      .executeTakeFirstOrThrow()
    total += Number(count)
  }
  return total
}

export function plannedIn(plans: readonly KindPlan[]): number {
  return plans.reduce((sum, { added, changed, same }) => sum + added + changed + same, 0)
}

/** What an import of the same source would report again. */
export function repeatOf(
  plans: readonly KindPlan[],
  counts: Pick<LoadReport, 'unresolved' | 'omitted'>,
): LoadReport {
  const kinds = plans.map(({ kind, added, changed, same }) => {
    const all = { added: 0, changed: 0, same: added + changed + same, removed: 0 }
    return [pluralOf[kind], all]
  })
  return { kinds: Object.fromEntries(kinds), warnings: [], ...counts }
}

function hasChanges(kinds: LoadReport['kinds']): boolean {
  return Object.values(kinds).some(({ added, changed, removed }) => added + changed + removed > 0)
}

export function countsByPlural(counts: ReadonlyMap<RecordKind, number>): Record<string, number> {
  return Object.fromEntries([...counts].map(([kind, count]) => [pluralOf[kind], count]))
}

export interface Run {
  source: Pick<OpenedSource, 'name' | 'url' | 'licence' | 'since' | 'changes'>
  /** The name of the source in the registry. */
  importer?: string
  startedAt: string
  unreadMotions?: number
  warnings?: readonly Diagnostic[]
  /** The stored warnings of the run that this one repeats. */
  warningLines?: string
  fingerprint?: string | null
  /** What it read of the source; undefined if it failed. */
  reading?: Reading
  /** What is reported if the run is repeated. */
  report?: LoadReport
  clock: Clock
}

/** Records a successful run and the date up to which it read; the data version does not change. */
async function recordRun(
  { db, target }: Pick<LoadScope, 'db' | 'target'>,
  run: Run,
  kinds: LoadReport['kinds'],
): Promise<void> {
  await insertRun(db, target.id, run, { result: 'done', error: null, ...totals(kinds) })
  const { importer, startedAt, source } = run
  if (importer === undefined || source.since === undefined) return
  const read = { municipalityId: target.id, importer, source: source.name }
  // The start, not the end: changes during the read may have been missed.
  const token = source.changes?.token() ?? null
  await noteReadUntil(db, read, { startedAt, since: source.since, token })
}

/** Records a run that read nothing, because it would have repeated the last one. */
export async function recordRepeat(
  { db, target }: { db: LoadScope['db']; target: { id: number } },
  run: Run,
  report: LoadReport,
): Promise<void> {
  const outcome = { result: 'done', error: null, ...totals(report.kinds) } as const
  await insertRun(db, target.id, { ...run, report }, outcome)
}

/** Records a rejected or failed run, unless the municipality does not exist yet. */
export async function recordFailure(
  store: WriteStore,
  slug: string,
  run: Run,
  { result, error }: { result: FailedResult; error: unknown },
): Promise<void> {
  const target = await findTarget(store, slug)
  if (target === undefined) return
  const outcome = { result, error: publicLine(error), ...nothing }
  // Without PostgreSQL's write lock, so that a failure is recorded even while another import writes.
  await afterOtherWriters(() => insertRun(store.db, target.id, run, outcome))
}

const nothing = { added: 0, changed: 0, same: 0, removed: 0 }

async function insertRun(
  db: LoadScope['db'],
  municipalityId: number,
  { source, importer, startedAt, clock, ...run }: Run,
  outcome: KindReport & {
    result: 'done' | FailedResult
    error: string | null
  },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      municipality_id: municipalityId,
      source: source.name,
      source_url: source.url,
      licence: source.licence,
      importer: importer ?? null,
      version,
      started_at: startedAt,
      unread_motions: run.unreadMotions ?? 0,
      warnings: run.warningLines ?? linesOf(run.warnings ?? []),
      fingerprint: run.fingerprint ?? null,
      read_from: run.reading?.readFrom ?? null,
      lists_unchanged: run.reading?.listsUnchanged === true ? 1 : 0,
      report: run.fingerprint == null ? null : JSON.stringify(run.report),
      finished_at: new Date(clock.now()).toISOString(),
      ...outcome,
    })
    .execute()
  await deleteOldRuns(db, municipalityId)
}

const linesOf = (warnings: readonly Diagnostic[]) =>
  JSON.stringify(warnings.map((warning) => publicLine(diagnosticLine(warning))))

/** Keeps the last run of each source, importer, URL and result, which later imports, exports and pages refer to. */
async function deleteOldRuns(db: LoadScope['db'], municipalityId: number): Promise<void> {
  const latest = db
    .selectFrom('imports')
    .select('id')
    .where('municipality_id', '=', municipalityId)
    .orderBy('id', 'desc')
    .limit(runsMax)
  await db
    .deleteFrom('imports')
    .where('municipality_id', '=', municipalityId)
    .where('id', 'not in', latest)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('imports as later')
          .select('later.id')
          .whereRef('later.municipality_id', '=', 'imports.municipality_id')
          .whereRef('later.id', '>', 'imports.id')
          .whereRef('later.source', '=', 'imports.source')
          .whereRef('later.result', '=', 'imports.result')
          .whereRef('later.importer', 'is not distinct from', 'imports.importer')
          .whereRef('later.source_url', 'is not distinct from', 'imports.source_url'),
      ),
    )
    .execute()
}

function totals(kinds: LoadReport['kinds']): KindReport {
  const all = { ...nothing }
  for (const report of Object.values(kinds)) {
    for (const what of Object.keys(all) as (keyof KindReport)[]) all[what] += report[what]
  }
  return all
}

const lineLengthMax = 500

export function diagnosticLine({ location, subject, reason }: Diagnostic): string {
  return `${location}: ${subject}: ${reason}`
}

/** An error or warning in one line that may be published: without credentials and tokens in URLs, and without local paths. */
export function publicLine(error: unknown): string {
  const line = withoutSecrets(textOf(error))
    .replace(/\s*\p{Cc}+\s*/gu, ' ')
    .replace(/(\w:\/\/)[^\s/@]+@/g, '$1')
    .replace(/([?&][\w.-]*(?:token|key|secret|password|sig|auth)[\w.-]*=)[^\s&#]+/gi, '$1…')
    .replace(/(?<![\w/:.…-])\/(?:[^\s/:]+\/)+/g, '…/')
  return line.length > lineLengthMax ? `${line.slice(0, lineLengthMax - 1)}…` : line
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [first] = error instanceof LoadRejected ? error.errors : []
  if (first === undefined) return error.message
  return `${error.message}; the first: ${diagnosticLine(first)}`
}
