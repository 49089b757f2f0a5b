import type { Kysely } from 'kysely'
import { accessTables } from '../access-tables.ts'
import type { SqlDialect, WriteScope } from '../dialect/dialect.ts'
import type { ReadDatabase, WriteStore } from '../open.ts'
import { indexStored } from '../search/index-documents.ts'
import type { SearchDocumentRow, Tables } from '../tables.ts'
import { linkedLater } from './copied-tables.ts'
import { endOf, type Row, rowBatches, type TableShape } from './table-rows.ts'

/** Copies rows that the target does not have. Every batch is a transaction, so a killed copy can be resumed. */
export async function copyTables(
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
export async function copyLastIds(
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
