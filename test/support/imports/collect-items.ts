import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { checkItem } from '../../../src/importers/record-check.ts'
import type {
  Diagnostic,
  ImportSource,
  OpenedSource,
  OpenOptions,
  SourceItem,
} from '../../../src/importers/source.ts'
import type { ImportRecord, RecordKind, RecordOf } from '../../../src/record/kinds.ts'

/** Everything that a source yields for a location, by type. */
export interface Collected {
  opened: OpenedSource
  items: SourceItem[]
  errors: Diagnostic[]
  warnings: Diagnostic[]
  records: { record: ImportRecord; location: string }[]
  /** The records of one kind. */
  of<K extends RecordKind>(kind: K): RecordOf<K>[]
}

/** Reads a source to its end. */
export async function collectItems(
  source: ImportSource,
  location: string,
  options: OpenOptions = {},
): Promise<Collected> {
  const opened = await source.open(location, options)
  const items: SourceItem[] = []
  for await (const item of opened.items)
    if (item.type === 'record' && opened.isThirdParty === true) {
      const { record, diagnostics } = checkItem(item, opened)
      items.push(...diagnostics, ...(record === undefined ? [] : [{ ...item, record }]))
    } else items.push(item)
  const records = items.flatMap((item) =>
    item.type === 'record' ? { record: item.record as ImportRecord, location: item.location } : [],
  )
  return {
    opened,
    items,
    errors: diagnostics(items, 'error'),
    warnings: diagnostics(items, 'warning'),
    records,
    of: <K extends RecordKind>(kind: K) =>
      records.flatMap(({ record }) => (record.kind === kind ? [record as RecordOf<K>] : [])),
  }
}

/** Writes a folder that is deleted after the test; a value that is not a string or Buffer is written as JSON. */
export async function writeFolder(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    const raw = typeof content === 'string' || Buffer.isBuffer(content)
    await writeFile(join(folder, path), raw ? content : JSON.stringify(content, null, 2))
  }
  return folder
}

function diagnostics(items: SourceItem[], type: 'error' | 'warning'): Diagnostic[] {
  return items.flatMap((item) => {
    if (item.type !== type) return []
    const { location, subject, reason } = item
    return { location, subject, reason }
  })
}
