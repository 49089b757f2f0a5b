import {
  claimServing,
  migrate,
  openWriteStore,
  requireDatabase,
  sameDatabase,
  type WriteStore,
} from '../open.ts'
import { StoreError } from '../store-error.ts'
import { copyLastIds, copyTables } from './copy-tables.ts'
import { hashTables, type LogicalHash, logicalHash } from './logical-hash.ts'
import { tableShapes } from './table-rows.ts'
import { beginCopy, finishCopy, prepareTarget } from './target.ts'

/** In rows. */
interface CopyProgress {
  step: 'reading' | 'copying' | 'checking'
  done: number
  expected: number | null
}

interface CopyReport {
  source: LogicalHash
  target: LogicalHash
  /** Tables that differ after copying; if there are any, the target remains marked as unfinished. */
  differing: string[]
}

/**
 * Copies a database, including ids and secrets, to an empty one of either engine, or resumes an unfinished copy.
 * Meanwhile neither can be served, and the source cannot be written. Throws `StoreError` if that is impossible.
 */
export async function copyDatabase(
  sourceUrl: string,
  targetUrl: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopyReport> {
  if (sameDatabase(sourceUrl, targetUrl))
    throw new StoreError('the target database is the source database; choose another target')
  await requireDatabase(sourceUrl)
  return claimed(sourceUrl, 'from', async (source, checkSource) => {
    await migrate(source)
    return claimed(targetUrl, 'to', async (target, checkTarget) => {
      await prepareTarget(target)
      return copy(source, target, (progress) => {
        checkSource()
        checkTarget()
        onProgress(progress)
      }).catch((error: unknown) => {
        throw stopped(error, source, target)
      })
    })
  })
}

/** Opens and claims a database. `check` throws if the claim has been lost. */
async function claimed<T>(
  databaseUrl: string,
  role: 'from' | 'to',
  work: (store: WriteStore, check: () => void) => Promise<T>,
): Promise<T> {
  const store = openWriteStore(databaseUrl)
  try {
    let lost: StoreError | undefined
    const onLost = (reason: StoreError) => {
      lost = reason
    }
    const claim = await claimServing(databaseUrl, { shared: false, onLost }).catch((error) => {
      throw cannotClaim(error, role)
    })
    try {
      return await work(store, () => {
        if (lost !== undefined) throw cannotClaim(lost, role)
      })
    } finally {
      await claim.release()
    }
  } finally {
    await store.close()
  }
}

function cannotClaim(error: unknown, role: 'from' | 'to'): StoreError {
  const cause = { cause: error }
  if (!(error instanceof StoreError))
    return new StoreError(
      `cannot open the ${role === 'from' ? 'source' : 'target'} database: ${(error as Error).message}`,
      cause,
    )
  const why = {
    from: 'a Reeve process is serving the source database: stop it first, because changes made during the copy would be lost, and a revoked key would become active again',
    to: 'a Reeve process is serving the target database, or it is the source database: stop the process, or choose another target',
  }
  return new StoreError(why[role], cause)
}

/** A copy can be resumed after losing a database. */
function stopped(error: unknown, source: WriteStore, target: WriteStore): unknown {
  if (error instanceof StoreError) return error
  if (!source.dialect.isQueryError(error) && !target.dialect.isQueryError(error)) return error
  const { message } = error as Error
  return new StoreError(`the copy stopped: ${message}; run the same command again to resume`, {
    cause: error,
  })
}

async function copy(
  source: WriteStore,
  target: WriteStore,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopyReport> {
  const shapes = await tableShapes(source)
  return source.read(async (from) => {
    await source.dialect.lockTablesForRead(
      from,
      shapes.map(({ name }) => name),
    )
    const hash = await hashTables(from, shapes, counter('reading', null, onProgress))
    const rows = Object.values(hash.tables).reduce((sum, table) => sum + table.rows, 0)
    await beginCopy(target, hash.sha256)
    await copyTables(from, target, shapes, counter('copying', rows, onProgress))
    await copyLastIds({ db: from, dialect: source.dialect }, target, shapes)
    await target.dialect.afterBulkLoad(target.db)
    const copied = await logicalHash(target, counter('checking', rows, onProgress))
    const differing = Object.keys(hash.tables).filter(
      (name) => hash.tables[name]?.sha256 !== copied.tables[name]?.sha256,
    )
    if (differing.length === 0) await finishCopy(target)
    return { source: hash, target: copied, differing }
  })
}

function counter(
  step: CopyProgress['step'],
  expected: number | null,
  onProgress: (progress: CopyProgress) => void,
): (count: number) => void {
  let done = 0
  return (count) => {
    done += count
    onProgress({ step, done, expected })
  }
}
