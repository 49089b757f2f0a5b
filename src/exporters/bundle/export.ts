import { createWriteStream } from 'node:fs'
import { mkdir, readdir, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { batches } from '../../core/batches.ts'
import { bundleFileName } from '../../importers/bundle/schema.ts'
import { pluralOf, type RecordKind, recordKindNames } from '../../record/kinds.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import { StoreError } from '../../store/store-error.ts'
import { newTemporaryPath } from '../../store/temporary-path.ts'
import { type Exported, findExported } from './head.ts'
import { readRecords } from './readers.ts'

export interface ExportOptions {
  /** Slug. */
  municipality: string
  /** Required if the municipality has records from more than one source. */
  source: string | undefined
  folder: string
}

/** Records written, by the plural of their kind. */
export interface ExportReport {
  source: string
  kinds: Record<string, number>
}

/**
 * Writes the records of one source and municipality as a bundle, from one database snapshot. Throws `StoreError` if
 * there are none, or if the folder cannot be used.
 */
export async function exportBundle(
  store: Pick<ReadStore, 'read'>,
  { municipality, source, folder }: ExportOptions,
): Promise<ExportReport> {
  return store.read(async (db) => {
    const exported = await findExported(db, municipality, source)
    const kinds: Record<string, number> = {}
    await fillNewFolder(folder, async (unfinished) => {
      const head = `${JSON.stringify(exported.head, null, 2)}\n`
      await writeFile(join(unfinished, 'bundle.json'), head, { flush: true })
      for (const kind of recordKindNames) {
        const file = join(unfinished, bundleFileName(kind))
        kinds[pluralOf[kind]] = await writeLines(file, linesOf(db, kind, exported))
      }
    })
    return { source: exported.source, kinds }
  })
}

/** Returns the number of lines. */
async function writeLines(
  file: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<number> {
  let count = 0
  const text = async function* () {
    for await (const lines of batches) {
      count += lines.length
      yield lines.map((line) => `${line}\n`).join('')
    }
  }
  await pipeline(text, createWriteStream(file, { flush: true }))
  return count
}

/** Lines of one kind, ordered by key, so that two exports can be compared with `diff`. */
async function* linesOf(
  db: ReadDatabase,
  kind: RecordKind,
  { municipalityId, source }: Exported,
): AsyncGenerator<readonly string[]> {
  const rows = await importedTables(db)
    .selectFrom(recordKinds[kind].table)
    .select(['id', 'key'])
    .where('municipality_id', '=', municipalityId)
    .where('source', '=', source)
    .orderBy('key')
    .execute()
  for (const batch of batches(rows)) {
    const found = await readRecords(
      db,
      kind,
      batch.map(({ id }) => id),
    )
    const byKey = new Map(found.map((record) => [record.key, record]))
    const ordered = batch.flatMap(({ key }) => byKey.get(key) ?? [])
    yield ordered.map((record) => JSON.stringify(record, omitEmpty))
  }
}

// The file name gives the kind, and absent means unknown.
function omitEmpty(name: string, value: unknown): unknown {
  if (name === 'kind' || value === null) return undefined
  return Array.isArray(value) && value.length === 0 ? undefined : value
}

/**
 * Fills a new or empty folder atomically: `fill` writes to a temporary folder beside it. Throws `StoreError`, before
 * `fill` is called, if the folder is not empty.
 */
async function fillNewFolder<T>(folder: string, fill: (folder: string) => Promise<T>): Promise<T> {
  const target = await resolveEmptyFolder(folder)
  await mkdir(dirname(target), { recursive: true })
  const unfinished = await newTemporaryPath(target)
  try {
    await mkdir(unfinished.path)
    const filled = await fill(unfinished.path)
    await rename(unfinished.path, target).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST' ? notEmpty(folder) : error
    })
    return filled
  } finally {
    await unfinished.remove()
  }
}

/** Resolves links. */
async function resolveEmptyFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) return resolve(folder)
  if (!found.isDirectory()) throw new StoreError(`${folder} exists and is not a folder`)
  if ((await readdir(folder)).length > 0) throw notEmpty(folder)
  return realpath(folder)
}

function notEmpty(folder: string): StoreError {
  return new StoreError(`${folder} is not empty: choose an empty folder or a new one`)
}
