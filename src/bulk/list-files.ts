import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Column, columnsOf, csvHeader, csvLines } from '../http/csv.ts'
import type { PublishedList } from '../http/list-download.ts'
import { serializerOf } from '../http/query.ts'
import type { TableColumn, TableFile } from '../store/table-file.ts'

/** A file that was written. */
export interface WrittenFile {
  name: string
  bytes: number
  /** SHA-256 in hexadecimal. */
  sha256: string
}

/** A file with one item a line. */
export interface WrittenLines extends WrittenFile {
  rows: number
}

/** The files of a list, and what they contain. */
export interface WrittenList {
  name: string
  rows: number
  columns: readonly Column[]
  csv: WrittenFile
  ndjson: WrittenFile
}

/** A list as CSV, as compressed NDJSON and as a table, written in one pass. */
export async function writeList(
  { name, item }: PublishedList,
  batches: AsyncIterable<object[]>,
  { folder, tables }: { folder: string; tables: TableFile },
): Promise<WrittenList> {
  const columns = columnsOf(item)
  const serialize = serializerOf(item)
  const table = tables.addTable(name, tableOf(columns))
  const csv = openFile(folder, `${name}.csv`)
  const ndjson = openFile(folder, `${name}.ndjson.gz`, createGzip())
  const options = { forSpreadsheet: false }
  let rows = 0
  try {
    await csv.write(csvHeader(columns, options))
    for await (const items of batches) {
      rows += items.length
      const values = items as Record<string, unknown>[]
      await csv.write(csvLines(columns, values, options))
      await ndjson.write(items.map((one) => `${serialize(one)}\n`).join(''))
      table.insert(values.map((one) => columns.map(({ valueIn }) => toStored(valueIn(one)))))
    }
    table.finish()
    return { name, rows, columns, csv: await csv.end(), ndjson: await ndjson.end() }
  } catch (error) {
    csv.destroy()
    ndjson.destroy()
    throw error
  }
}

/** Lines of JSON as compressed NDJSON. */
export async function writeLines(
  name: string,
  batches: AsyncIterable<string[]>,
  folder: string,
): Promise<WrittenLines> {
  const ndjson = openFile(folder, `${name}.ndjson.gz`, createGzip())
  let rows = 0
  try {
    for await (const lines of batches) {
      rows += lines.length
      await ndjson.write(lines.map((line) => `${line}\n`).join(''))
    }
    return { ...(await ndjson.end()), rows }
  } catch (error) {
    ndjson.destroy()
    throw error
  }
}

/** SQLite has no truth values. */
const toStored = (value: string | number | boolean | null) =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

/** The lists whose slugs are in columns of other lists. */
const referred: Readonly<Record<string, string>> = {
  person_slug: 'people',
  mover_slug: 'people',
  seconder_slug: 'people',
  organization_slug: 'organizations',
  parent_slug: 'organizations',
  meeting_slug: 'meetings',
  motion_slug: 'motions',
  matter_slug: 'matters',
}

/** The list that a column refers to. */
export const referenceOf = (column: string): string | undefined =>
  Object.hasOwn(referred, column) ? referred[column] : undefined

/** The column that identifies a row; votes have none. */
export const keyOf = (columns: readonly Column[]): string | undefined =>
  columns.find(({ name }) => name === 'slug')?.name

/** Columns with words that people search for. */
const searched = ['title', 'name', 'text', 'item_title', 'plain_english_summary', 'identifier']

function tableOf(columns: readonly Column[]) {
  const key = keyOf(columns)
  return {
    key,
    columns: columns.map(
      ({ name, field }): TableColumn => ({
        name: name.replaceAll('.', '_'),
        type: storedType([field.type].flat()),
        references: referenceOf(name),
      }),
    ),
    // A vote repeats the words of its motion.
    searched:
      key === undefined
        ? []
        : columns.map(({ name }) => name).filter((name) => searched.includes(name)),
  }
}

function storedType(types: readonly (string | undefined)[]): TableColumn['type'] {
  if (types.includes('integer') || types.includes('boolean')) return 'INTEGER'
  return types.includes('number') ? 'REAL' : 'TEXT'
}

/** A new file that is measured while it is written, and flushed to the disk at its end. */
function openFile(folder: string, name: string, encoder?: Transform) {
  const hash = createHash('sha256')
  const meter = new Meter(hash)
  const first: Writable = encoder ?? meter
  const file = createWriteStream(join(folder, name), { flush: true })
  const done = encoder === undefined ? pipeline(meter, file) : pipeline(encoder, meter, file)
  // Reported by the next write or by `end`.
  done.catch(() => undefined)
  return {
    async write(text: string): Promise<void> {
      if (!first.write(text)) await Promise.race([once(first, 'drain'), done])
    },
    async end(): Promise<WrittenFile> {
      first.end()
      await done
      return { name, bytes: meter.bytes, sha256: hash.digest('hex') }
    },
    destroy: () => void first.destroy(),
  }
}

class Meter extends Transform {
  readonly #hash: Hash
  bytes = 0

  constructor(hash: Hash) {
    super()
    this.#hash = hash
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: null, chunk: Buffer) => void,
  ): void {
    this.#hash.update(chunk)
    this.bytes += chunk.length
    done(null, chunk)
  }
}

/** Measures a file that was written by others, and flushes it. */
export async function measured(folder: string, name: string): Promise<WrittenFile> {
  const handle = await open(join(folder, name), 'r+')
  try {
    await handle.sync()
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
    return { name, bytes, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}
