import { expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../test/support/imports/collect-items.ts'
import { bundleFileName } from './bundle/schema.ts'
import { checkRecord } from './record-check.ts'
import { sources } from './registry.ts'
import type { ImportSource } from './source.ts'

it('lists every source with its name and a line of help', () => {
  for (const [name, source] of Object.entries(sources)) {
    expect(source.name).toBe(name)
    expect(source.describe).toMatch(/^[^\n]{10,100}$/)
  }
})

it('reads the records of a portal from a bundle exactly as they were exported to it', async () => {
  const { escribe, bundle } = sources as Record<'escribe' | 'bundle', ImportSource>
  const { records } = await collectItems(escribe, 'data/ottawa-2026')
  const files: Record<string, unknown> = {
    'bundle.json': {
      format: 'reeve-bundle',
      version: 1,
      municipality: {
        name: 'City of Ottawa',
        division_id: 'ocd-division/country:ca/csd:3506008',
        time_zone: 'America/Toronto',
      },
      source: { name: 'escribe:pub-ottawa.escribemeetings.com' },
    },
  }
  for (const { record } of records) {
    const name = bundleFileName(record.kind)
    files[name] = `${files[name] ?? ''}${JSON.stringify(record)}\n`
  }
  const read = await collectItems(bundle, await writeFolder(files))
  expect(read.errors).toEqual([])
  expect(read.records.map(({ record }) => record)).toEqual(records.map(({ record }) => record))
  for (const { record } of read.records) expect(checkRecord(record.kind, record)).toEqual([])
})
