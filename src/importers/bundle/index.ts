import { join } from 'node:path'
import type { RecordKind } from '../records.ts'
import type { ImportSource, SourceItem } from '../source.ts'
import { readLines } from './lines.ts'
import { mapLine } from './map.ts'
import { type BundleFolder, readBundleFolder } from './read.ts'
import { bundleFileName, bundleKinds } from './schema.ts'

const problemsMax = 100

/** The native bundle: what `reeve export` writes, and the format to write for a council that no other source reads. */
export const bundle: ImportSource = {
  name: 'bundle',
  describe: 'a folder with bundle.json and one NDJSON file for each kind of record',
  async open(location) {
    const opened = await readBundleFolder(location)
    const { slug: _, ...municipality } = opened.head.municipality
    return {
      name: opened.head.source.name,
      url: opened.head.source.url ?? null,
      licence: opened.head.source.licence ?? null,
      municipality,
      expected: null,
      items: readItems(location, opened),
    }
  },
}

async function* readItems(folder: string, opened: BundleFolder): AsyncGenerator<SourceItem> {
  let problems = 0
  for await (const item of allItems(folder, opened)) {
    if (item.type === 'problem') problems += 1
    yield item
    if (problems === problemsMax) return
  }
}

async function* allItems(folder: string, opened: BundleFolder): AsyncGenerator<SourceItem> {
  const known = bundleKinds.map(bundleFileName)
  for (const name of opened.fileNames.filter((each) => !known.includes(each))) {
    yield fileProblem(name, `is no file of a bundle; the files are ${known.join(', ')}`)
  }
  for (const kind of bundleKinds) {
    if (opened.fileNames.includes(bundleFileName(kind))) yield* kindItems(folder, kind)
  }
}

async function* kindItems(folder: string, kind: RecordKind): AsyncGenerator<SourceItem> {
  const name = bundleFileName(kind)
  try {
    for await (const line of readLines(join(folder, name))) {
      const item = mapLine(kind, line)
      if (item !== undefined) yield item
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    yield fileProblem(name, `cannot be read: ${code}`)
  }
}

function fileProblem(name: string, reason: string): SourceItem {
  return { type: 'problem', where: name, subject: 'file', reason }
}
