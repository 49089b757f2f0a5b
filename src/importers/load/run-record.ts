import type { Clock } from '../../core/clock.ts'
import { noteReadUntil } from '../../store/import-runs.ts'
import type { WriteStore } from '../../store/open.ts'
import type { OpenedSource } from '../source.ts'
import { LoadRejected } from './diagnostic-list.ts'
import { findTarget } from './municipalities.ts'
import type { KindReport, LoadReport } from './report.ts'
import type { LoadScope } from './scope.ts'

export interface Run {
  source: Pick<OpenedSource, 'name' | 'url' | 'licence' | 'since'>
  /** The name of the source in the registry. */
  importer?: string
  startedAt: string
  clock: Clock
}

/** Records a successful run and the date up to which it read; the data version does not change. */
export async function recordRun(
  { db, target }: Pick<LoadScope, 'db' | 'target'>,
  run: Run,
  kinds: LoadReport['kinds'],
): Promise<void> {
  await insertRun(db, target.id, run, { result: 'done', error: null, ...totals(kinds) })
  const { importer, startedAt, source } = run
  if (importer === undefined || source.since === undefined) return
  const read = { municipalityId: target.id, importer, source: source.name }
  // The start, not the end: changes during the read may have been missed.
  await noteReadUntil(db, read, { startedAt, since: source.since })
}

/** Records a rejected or failed run, unless the municipality does not exist yet. */
export async function recordFailure(
  store: WriteStore,
  slug: string,
  run: Run,
  { result, error }: { result: 'refused' | 'failed'; error: unknown },
): Promise<void> {
  const target = await findTarget(store, slug)
  if (target === undefined) return
  const outcome = { result, error: errorLine(error), ...nothing }
  // Without the write lock, so that a failure is recorded even while another import writes.
  await insertRun(store.db, target.id, run, outcome)
}

const nothing = { added: 0, changed: 0, same: 0, removed: 0 }

async function insertRun(
  db: LoadScope['db'],
  municipalityId: number,
  { source, importer, startedAt, clock }: Run,
  outcome: KindReport & { result: 'done' | 'refused' | 'failed'; error: string | null },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      municipality_id: municipalityId,
      source: source.name,
      source_url: source.url,
      licence: source.licence,
      importer: importer ?? null,
      started_at: startedAt,
      finished_at: new Date(clock.now()).toISOString(),
      ...outcome,
    })
    .execute()
}

function totals(kinds: LoadReport['kinds']): KindReport {
  const all = { ...nothing }
  for (const report of Object.values(kinds)) {
    for (const what of Object.keys(all) as (keyof KindReport)[]) all[what] += report[what]
  }
  return all
}

const lengthMax = 500

/** An error in one line that may be published: without credentials and tokens in URLs, and without local paths. */
export function errorLine(error: unknown): string {
  const line = textOf(error)
    .replace(/\s*\p{Cc}+\s*/gu, ' ')
    .replace(/(\w:\/\/)[^\s/@]+@/g, '$1')
    .replace(/([?&][\w.-]*(?:token|key|secret|password|signature)[\w.-]*=)[^\s&#]+/gi, '$1…')
    .replace(/(?<![\w/:.…-])\/(?:[^\s/:]+\/)+/g, '…/')
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1)}…` : line
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [first] = error instanceof LoadRejected ? error.errors : []
  if (first === undefined) return error.message
  return `${error.message}; the first: ${first.location}: ${first.subject}: ${first.reason}`
}
