import { createHash } from 'node:crypto'
import type { ReadDatabase, WriteStore } from '../open.ts'
import { StoreError } from '../store-error.ts'
import { isFaithful, type Row, rowBatches, type TableShape, tableShapes } from './table-rows.ts'

/** SHA-256 (hexadecimal) of each table and of all tables, independent of the engine. */
export interface LogicalHash {
  sha256: string
  tables: Record<string, { rows: number; sha256: string }>
}

/** Hashes one snapshot. Throws `StoreError` for values that not every engine can store. */
export async function logicalHash(
  store: Pick<WriteStore, 'db' | 'dialect' | 'read'>,
  onRows: (count: number) => void = () => undefined,
): Promise<LogicalHash> {
  const shapes = await tableShapes(store)
  return store.read((db) => hashTables(db, shapes, onRows))
}

export async function hashTables(
  db: ReadDatabase,
  shapes: readonly TableShape[],
  onRows: (count: number) => void,
): Promise<LogicalHash> {
  const tables: LogicalHash['tables'] = {}
  for (const shape of shapes) tables[shape.name] = await hashTable(db, shape, onRows)
  return { sha256: createHash('sha256').update(JSON.stringify(tables)).digest('hex'), tables }
}

async function hashTable(
  db: ReadDatabase,
  shape: TableShape,
  onRows: (count: number) => void,
): Promise<{ rows: number; sha256: string }> {
  const names = shape.columns.map(({ name }) => name)
  const hash = createHash('sha256').update(`${JSON.stringify(names)}\n`)
  let rows = 0
  for await (const batch of rowBatches(db, shape)) {
    for (const row of batch) {
      await assertPortable(db, shape, row)
      hash.update(`${JSON.stringify(names.map((name) => row[name]))}\n`)
    }
    rows += batch.length
    onRows(batch.length)
  }
  return { rows, sha256: hash.digest('hex') }
}

/**
 * SQLite stores any value in any column; PostgreSQL does not. The message does not show the value, which may be secret.
 */
async function assertPortable(db: ReadDatabase, shape: TableShape, row: Row): Promise<void> {
  for (const { name, type } of shape.columns) {
    const value = row[name]
    if (value === null) continue
    const issue = type === 'text' ? textIssue(value) : numberIssue[type](value as number)
    if (issue !== undefined) throw unportable(shape, row, name, issue)
    // Drivers replace invalid UTF-8 by U+FFFD.
    if (type !== 'text' || !(value as string).includes('\uFFFD')) continue
    if (!(await isFaithful(db, shape, row, name)))
      throw unportable(shape, row, name, 'is not valid UTF-8')
  }
}

const integerMax = 2 ** 31 - 1

const numberIssue = {
  integer: (value: number) =>
    Number.isInteger(value) && value <= integerMax && value >= -integerMax - 1
      ? undefined
      : 'is not a 32-bit integer',
  bigint: (value: number) =>
    Number.isSafeInteger(value) ? undefined : 'is not an integer below 2^53',
  double: (value: number) => (Number.isFinite(value) ? undefined : 'is not a number'),
}

function textIssue(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'is not text'
  return value.includes('\0') ? 'contains U+0000' : undefined
}

function unportable(shape: TableShape, row: Row, column: string, issue: string): StoreError {
  const key = shape.key.map((name) => `${name} ${JSON.stringify(row[name])}`).join(', ')
  return new StoreError(
    `${shape.name}, ${key}: the column ${column} ${issue}, which PostgreSQL cannot store; fix it first`,
  )
}
