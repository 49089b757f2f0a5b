import type { ReadDatabase } from '../../store/open.ts'
import { version } from '../../version.ts'
import type { OpenedSource } from '../source.ts'
import { listKnownKeys } from './prune.ts'
import type { LoadScope } from './scope.ts'

/** What a run has read of its source, for later ones. */
export interface Reading {
  /** The first day; empty for everything, null if a part may be missing. */
  readFrom: string | null
  /** Whether it also read what had not changed since that day. */
  listsUnchanged: boolean
}

type ReadSource = Pick<OpenedSource, 'name' | 'url' | 'since' | 'listsFrom' | 'gaps' | 'changes'>

const isOnlyChanges = (source: Pick<ReadSource, 'since' | 'listsFrom' | 'changes'>) =>
  source.changes === undefined
    ? source.since != null && source.listsFrom === undefined
    : !source.changes.isWhole

export const readingOf = (
  source: Pick<ReadSource, 'since' | 'listsFrom' | 'gaps' | 'changes'>,
  isComplete: boolean,
): Reading => ({
  readFrom: isComplete && (source.gaps?.() ?? []).length === 0 ? (source.since ?? '') : null,
  listsUnchanged: !isOnlyChanges(source),
})

/** What an import has read; `isOlder`: it skipped older copies. */
export async function completeReading(
  scope: LoadScope,
  source: ReadSource & Pick<OpenedSource, 'isPartial'>,
  isOlder: boolean,
): Promise<Reading> {
  const isComplete = source.isPartial !== true && !isOlder && !(await omitsKnown(scope))
  return readingOf(source, isComplete)
}

/** Whether a record was omitted that the database has, with an older content. */
async function omitsKnown(scope: LoadScope): Promise<boolean> {
  for (const [kind, keys] of scope.omitted)
    if (keys.length > 0 && (await listKnownKeys(kind, keys, scope)).size > 0) return true
  return false
}

export interface LastLook {
  /** Start of the last run of the source that could have seen what this one sees; null if it is not known. */
  notBefore: string | null
  /** Whether this version of Reeve has read all that is stored, so that a difference is one of the source. */
  isSameReader: boolean
  /** Start of the last run that has read all; null for none. */
  whole: string | null
}

/** The last successful look at a source; undefined if it was never imported. */
export async function findLastLook(
  db: ReadDatabase,
  municipalityId: number,
  { importer, source, reading }: { importer?: string; source: ReadSource; reading: Reading },
): Promise<LastLook | undefined> {
  const runs = await db
    .selectFrom('imports')
    .select(['importer', 'source_url', 'started_at', 'version', 'read_from', 'lists_unchanged'])
    .where('municipality_id', '=', municipalityId)
    .where('source', '=', source.name)
    .where('result', '=', 'done')
    .orderBy('id', 'desc')
    .execute()
  if (runs.length === 0) return undefined
  const isLook = (run: (typeof runs)[number]) =>
    run.importer === (importer ?? null) &&
    run.source_url === source.url &&
    run.read_from !== null &&
    run.read_from <= (reading.readFrom ?? '')
  const whole = runs.findIndex((run) => isLook(run) && run.lists_unchanged === 1)
  const readers = whole === -1 ? runs : runs.slice(0, whole + 1)
  return {
    notBefore: runs.find(isLook)?.started_at ?? null,
    whole: runs[whole]?.started_at ?? null,
    isSameReader: readers.every((run) => run.version === version),
  }
}
