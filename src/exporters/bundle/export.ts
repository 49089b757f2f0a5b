import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bundleFileName } from '../../importers/bundle/schema.ts'
import { pluralOf } from '../../importers/records.ts'
import type { ReadStore } from '../../store/open.ts'
import { findExported } from './head.ts'
import { linesOf } from './lines.ts'
import { fillNewFolder } from './new-folder.ts'
import { readers } from './readers/readers.ts'

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
 * Writes the records of one source and municipality as a bundle, from one database snapshot. Throws `ExportError` if
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
      for (const reader of readers) {
        const file = join(unfinished, bundleFileName(reader.kind))
        kinds[pluralOf[reader.kind]] = await writeLines(file, linesOf(db, reader, exported))
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
