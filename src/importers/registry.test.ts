import { expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../test/support/imports/collect-items.ts'
import { openLowmere, writeLowmere } from '../../test/support/sample/service.ts'
import { systemClock } from '../core/clock.ts'
import { type ImportRecord, recordKindNames } from '../record/kinds.ts'
import { checkRecord } from './record-check.ts'
import { sources } from './registry.ts'
import type { ImportSource } from './source.ts'

it('lists every source with its name and a line of help', () => {
  for (const [name, source] of Object.entries(sources)) {
    expect(source.name).toBe(name)
    expect(source.describe).toMatch(/^[^\n]{10,100}$/)
  }
})

it('reads from a bundle exactly the records that were written to it', async () => {
  const now = systemClock.now()
  const clock = { now: () => now, monotonic: () => 0 }
  const folder = await writeFolder({})
  writeLowmere(folder, clock)
  const read = await collectItems(sources.bundle as ImportSource, folder)
  expect(read.errors).toEqual([])
  const written = [...(openLowmere(clock).items as Iterable<{ record: ImportRecord }>)]
  for (const kind of recordKindNames)
    expect(read.of(kind)).toEqual(
      written.flatMap(({ record }) => (record.kind === kind ? [record] : [])),
    )
  for (const { record } of read.records) expect(checkRecord(record.kind, record)).toEqual([])
})
