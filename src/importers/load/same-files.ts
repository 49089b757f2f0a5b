import { hash } from 'node:crypto'
import { dateInZone } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { lastVersion } from '../../store/import-runs.ts'
import { afterOtherWriters, type WriteStore } from '../../store/open.ts'
import { version } from '../../version.ts'
import type { OpenedSource } from '../source.ts'
import { type LoadReport, type Run, recordRepeat } from './report.ts'
import type { LoadTarget } from './scope.ts'

interface Reading {
  target: LoadTarget | object
  source: OpenedSource
  importer?: string
  prune: boolean
  dryRun: boolean
  clock: Clock
  /** Ids of what was taken down and corrected, which the files do not say. */
  requests: readonly (readonly number[])[]
}

/**
 * All on which an import depends, if that can be known before its source is read. The day is part of it, because sources and
 * the day up to which a record speaks depend on it.
 */
export function fingerprintOf({
  target,
  source,
  importer,
  prune,
  dryRun,
  clock,
  requests,
}: Reading): string | null {
  if (dryRun || !('id' in target) || source.digest === undefined) return null
  const now = new Date(clock.now())
  const days = [now.toISOString().slice(0, 10), dateInZone(now.getTime(), target.timeZone)]
  const { timeZone } = target
  const digest = digestOrNull(source.digest)
  const all = [version, importer, source.name, prune, timeZone, ...days, requests, digest]
  return digest === null ? null : hash('sha256', JSON.stringify(all))
}

// What cannot be read is an error of the items, which say where.
function digestOrNull(digest: () => string): string | null {
  try {
    return digest()
  } catch {
    return null
  }
}

/** The report of an import that would be the last one of its source again, which is recorded; undefined for any other. */
export async function repeated(
  store: WriteStore,
  run: Run & Pick<Reading, 'target'> & { onWait?: () => void },
): Promise<LoadReport | undefined> {
  const { target, fingerprint } = run
  if (!('id' in target) || fingerprint == null) return undefined
  // Another version has derived what it derives otherwise.
  if ((await lastVersion(store.db, target.id)) !== version) return undefined
  const last = await store.db
    .selectFrom('imports')
    .select(['id', 'fingerprint', 'report', 'warnings', 'unread_motions'])
    .select(['read_from', 'lists_unchanged'])
    .where('municipality_id', '=', target.id)
    .where('source', '=', run.source.name)
    .where('result', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined || last.fingerprint !== fingerprint || last.report === null)
    return undefined
  const report = JSON.parse(last.report) as LoadReport
  const reading = { readFrom: last.read_from, listsUnchanged: last.lists_unchanged === 1 }
  const again = {
    ...{ ...run, unreadMotions: last.unread_motions, reading },
    warningLines: last.warnings,
  }
  const record = () =>
    store.transaction((db) => recordRepeat({ db, target }, again, report), 'record')
  await afterOtherWriters(record, run.onWait)
  return { ...report, repeats: last.id }
}
