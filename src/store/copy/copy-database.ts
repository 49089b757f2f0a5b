import type { Kysely } from 'kysely'
import { accessTables } from '../access-tables.ts'
import type { SqlDialect, WriteScope } from '../dialect/dialect.ts'
import {
  claimServing,
  migrate,
  migrateSchema,
  openWriteStore,
  type ReadDatabase,
  requireDatabase,
  sameDatabase,
  type WriteStore,
} from '../open.ts'
import { indexStored } from '../search/index-documents.ts'
import { StoreError } from '../store-error.ts'
import type { SearchDocumentRow, Tables } from '../tables.ts'
import { linkedLater } from './copied-tables.ts'
import { hashTables, type LogicalHash, logicalHash } from './logical-hash.ts'
import { endOf, type Row, rowBatches, type TableShape, tableShapes } from './table-rows.ts'
import { unfinishedCopyOf } from './unfinished-copy.ts'

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

/** Copies rows that the target does not have. Every batch is a transaction, so a killed copy can be resumed. */
async function copyTables(
  from: ReadDatabase,
  target: WriteStore,
  shapes: readonly TableShape[],
  onRows: (count: number) => void,
): Promise<void> {
  for (const shape of shapes) {
    const { last, rows } = await endOf(target.db, shape)
    onRows(rows)
    for await (const batch of rowBatches(from, shape, last)) {
      const { dialect } = target
      await target.transaction(
        (db) => writeBatch({ db, dialect }, shape, batch),
        writeScopeOf(shape),
      )
      onRows(batch.length)
    }
    await linkRows(from, target, shape)
  }
}

const writeScopeOf = ({ name }: TableShape): WriteScope =>
  accessTables.some((table) => table === name) ? 'access' : 'record'

interface Writing {
  db: Kysely<Tables>
  dialect: SqlDialect
}

async function writeBatch({ db, dialect }: Writing, { name }: TableShape, batch: Row[]) {
  const later = linkedLater[name]
  const rows = later === undefined ? batch : batch.map((row) => ({ ...row, [later]: null }))
  await dialect.insertAll(db, name, rows)
  if (name === 'search_documents')
    await indexStored(batch as unknown as SearchDocumentRow[], { db, dialect })
}

/** Sets self-references once all rows of the table exist. Idempotent. */
async function linkRows(from: ReadDatabase, target: WriteStore, shape: TableShape): Promise<void> {
  const column = linkedLater[shape.name]
  if (column === undefined) return
  for await (const batch of rowBatches(from, shape)) {
    const linked = batch.filter((row) => row[column] !== null)
    if (linked.length === 0) continue
    const rows = linked.map((row) => ({ id: Number(row.id), [column]: row[column] }))
    await target.transaction(
      (db) => target.dialect.updateAll(db, shape.name, rows),
      writeScopeOf(shape),
    )
  }
}

/** Makes the target continue after the last ids of the source: no id is assigned twice. */
async function copyLastIds(
  from: { db: ReadDatabase; dialect: SqlDialect },
  target: WriteStore,
  shapes: readonly TableShape[],
): Promise<void> {
  await target.transaction(async (db) => {
    for (const { name, hasIds } of shapes) {
      if (!hasIds) continue
      const id = await from.dialect.lastIdOf(from.db as Kysely<Tables>, name)
      await target.dialect.setLastId(db, name, id)
    }
  }, 'record')
}

/** Migrates an empty or partly copied target; throws `StoreError`, without changes, for any other. */
async function prepareTarget(target: WriteStore): Promise<void> {
  const columns = await target.dialect.listColumns(target.db)
  const has = (name: string) => columns.some(({ table }) => table === name)
  if (columns.length > 0 && !has('kysely_migration')) {
    throw new StoreError(
      'the target database contains tables of another application; choose an empty one',
    )
  }
  const isCopy = has('unfinished_copy') && (await unfinishedCopyOf(target.db)) !== undefined
  if (!isCopy && (await isFilled(target, filledTables.filter(has)))) {
    throw new StoreError(
      'the target database already has municipalities or accounts; choose an empty one',
    )
  }
  await migrateSchema(target)
}

const filledTables = ['municipalities', 'accounts'] as const

async function isFilled(
  { db }: WriteStore,
  tables: readonly (typeof filledTables)[number][],
): Promise<boolean> {
  for (const table of tables) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true
  }
  return false
}

/** Marks the target as an unfinished copy; accepts a mark of the same source. */
export async function beginCopy(target: WriteStore, sourceHash: string): Promise<void> {
  const begun = await unfinishedCopyOf(target.db)
  if (begun === sourceHash) return
  if (begun !== undefined) {
    throw new StoreError(
      'the source has changed since this copy was started; empty the target database and start again',
    )
  }
  // The target's own secrets are not in use yet; those of the source keep cursors and known browsers valid. Deleted
  // before the mark is set, because a resumed copy must keep the source's.
  await target.transaction((db) => db.deleteFrom('secrets').execute())
  await target.transaction(
    (db) => db.insertInto('unfinished_copy').values({ source_hash: sourceHash }).execute(),
    'record',
  )
}

export async function finishCopy({ db }: WriteStore): Promise<void> {
  await db.deleteFrom('unfinished_copy').execute()
}
