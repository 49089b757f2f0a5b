import { copyFileSync, createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { dayMs, utcDate } from '../../src/core/calendar-date.ts'

/** The same members and bodies in every copy. */
const keptKinds = ['bundle.json', 'people.ndjson', 'organizations.ndjson', 'memberships.ndjson']
const ownNumbers = new Set(['identifier', 'number', 'bylaw_number'])

/** Writes a bundle with the proceedings of `folder` the given number of times, each copy a week before the last. */
export async function repeatBundle(folder: string, times: number, target: string): Promise<void> {
  mkdirSync(target)
  const kept = new Set<unknown>()
  for (const file of keptKinds) {
    copyFileSync(join(folder, file), join(target, file))
    for (const { key } of recordsOf(join(folder, file))) kept.add(key)
  }
  for (const file of readdirSync(folder).filter((each) => !keptKinds.includes(each))) {
    const records = recordsOf(join(folder, file))
    const out = createWriteStream(join(target, file))
    for (let copy = 0; copy < times; copy += 1)
      for (const record of records) out.write(`${JSON.stringify(record, copyFields(copy, kept))}\n`)
    await finished(out.end())
  }
}

const recordsOf = (file: string): { key?: string }[] =>
  file.endsWith('.ndjson')
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { key?: string })
    : []

function copyFields(copy: number, kept: ReadonlySet<unknown>) {
  const keyOf = (key: unknown) => (kept.has(key) ? key : `${key} ${copy}`)
  return (name: string, value: unknown): unknown => {
    if (name === 'served_as') return undefined
    if (Array.isArray(value) && name.endsWith('_keys')) return value.map(keyOf)
    if (typeof value !== 'string') return value
    if (name === 'key' || name.endsWith('_key')) return keyOf(value)
    if (ownNumbers.has(name)) return `${value} ${copy}`
    return value.replace(/\b20\d\d-\d\d-\d\d\b/g, (day) => weeksBefore(day, copy))
  }
}

const weeksBefore = (day: string, weeks: number) => utcDate(Date.parse(day) - weeks * 7 * dayMs)
