import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFileName } from '../../../src/importers/bundle/schema.ts'
import type { NewMunicipality } from '../../../src/importers/load/municipalities.ts'
import { type ImportRecord, recordKindNames } from '../../../src/record/kinds.ts'
import { town } from '../towns/town.ts'

/** Writes records as a bundle, by default of the fixture town. */
export function writeBundle(
  folder: string,
  records: readonly ImportRecord[],
  { municipality, name }: { municipality: NewMunicipality; name: string } = {
    municipality: town,
    name: 'town',
  },
): void {
  mkdirSync(folder, { recursive: true })
  const { slug: _, divisionId: division_id, timeZone: time_zone, ...rest } = municipality
  const head = {
    format: 'reeve-bundle',
    version: 2,
    municipality: { ...rest, division_id, time_zone },
    source: { name },
  }
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify(head))
  for (const kind of recordKindNames) {
    const ofKind = records.filter((record) => record.kind === kind)
    const lines = ofKind.map((record) => `${JSON.stringify(record)}\n`)
    writeFileSync(join(folder, bundleFileName(kind)), lines.join(''))
  }
}
