import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFileName, bundleKinds } from '../../../src/importers/bundle/schema.ts'
import type { ImportRecord } from '../../../src/importers/records.ts'
import { town } from '../../support/towns/town.ts'

/** Writes records of the fixture town as a bundle. */
export function writeBundle(folder: string, records: readonly ImportRecord[]): void {
  mkdirSync(folder, { recursive: true })
  const { slug: _, divisionId: division_id, timeZone: time_zone, ...rest } = town
  const municipality = { ...rest, division_id, time_zone }
  const head = { format: 'reeve-bundle', version: 1, municipality, source: { name: 'town' } }
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify(head))
  for (const kind of bundleKinds) {
    const lines = records
      .filter((record) => record.kind === kind)
      .map((record) => JSON.stringify(record))
    writeFileSync(join(folder, bundleFileName(kind)), `${lines.join('\n')}\n`)
  }
}
