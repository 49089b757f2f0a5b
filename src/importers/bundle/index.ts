import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dateInZone, isTimeZone } from '../../core/calendar-date.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import { type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { lineBytesMax, readLines } from '../kit/read-lines.ts'
import { asUnreadable, sizeOf } from '../kit/text-file.ts'
import type { ImportSource, SourceItem } from '../source.ts'
import { checkContent } from './odd-content.ts'
import {
  type BundleFolder,
  isPartOfRecord,
  mapLine,
  oneRecordALine,
  readBundleFolder,
} from './read.ts'
import { bundleFileName } from './schema.ts'

/** The native format: written by `reeve export`, and for councils whose platform has no source. */
export const bundle: ImportSource = {
  name: 'bundle',
  describe: 'a folder with bundle.json and one NDJSON file for each kind of record',
  async open(location, { clock = systemClock } = {}) {
    const opened = await readBundleFolder(location)
    const { slug: _, ...municipality } = opened.head.municipality
    const total = await bytesOf(location, opened.recordFiles)
    const read = { bytes: 0 }
    const today = todayIn(municipality.time_zone, clock)
    const names = new Map()
    return {
      name: opened.head.source.name,
      url: opened.head.source.url ?? null,
      licence: opened.head.source.licence ?? null,
      municipality,
      isPartial: opened.head.source.partial === true,
      expected: null,
      progress: () => read.bytes / Math.max(total, 1),
      items: readItems(opened, { folder: location, read, today, names }),
    }
  },
}

/** The total size of the files; an unreadable one is reported when it is read. */
async function bytesOf(folder: string, names: readonly string[]): Promise<number> {
  const sizes = names.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.size)
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

/** The date in the municipality, or in UTC if its time zone is invalid. */
function todayIn(timeZone: string, clock: Clock): string {
  return dateInZone(clock.now(), isTimeZone(timeZone) ? timeZone : 'UTC')
}

interface Reading {
  folder: string
  read: { bytes: number }
  today: string
  names: Map<unknown, number>
}

async function* readItems(opened: BundleFolder, reading: Reading): AsyncGenerator<SourceItem> {
  const fileNames = recordKindNames.map(bundleFileName)
  for (const name of opened.recordFiles.filter((name) => !fileNames.includes(name))) {
    yield fileError(name, `is not a bundle file; bundle files are ${fileNames.join(', ')}`)
  }
  for (const name of opened.lookAlikes) {
    const reason = `is not read; bundle files are ${fileNames.join(', ')}`
    yield { type: 'warning', location: name, subject: 'file', reason }
  }
  for (const kind of recordKindNames) {
    if (opened.recordFiles.includes(bundleFileName(kind))) yield* kindItems(kind, reading)
  }
}

async function* kindItems(
  kind: RecordKind,
  { folder, read, today, names }: Reading,
): AsyncGenerator<SourceItem> {
  const name = bundleFileName(kind)
  const diagnostics = new Diagnostics()
  try {
    await sizeOf(join(folder, name))
    for await (const line of readLines(createReadStream(join(folder, name)))) {
      read.bytes += (line.bytes?.length ?? lineBytesMax) + 1
      if (isPartOfRecord(line)) return yield fileError(`${name}:${line.number}`, oneRecordALine)
      const item = mapLine(kind, line)
      if (item === undefined) continue
      yield item
      if (item.type !== 'record') continue
      const record = item.record as Record<string, unknown>
      checkContent(record, item.location, { diagnostics, today, names })
      yield* diagnostics.drain()
    }
  } catch (error) {
    yield fileError(name, asUnreadable(error).message)
  }
}

function fileError(name: string, reason: string): SourceItem {
  return { type: 'error', location: name, subject: 'file', reason }
}
