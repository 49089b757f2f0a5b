import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { realRecords } from '../imports/real-records.ts'

/** Writes the published votes of Toronto since December 2018, and the days of its meetings, to a new folder. */
export function torontoTables(folder: string): string {
  mkdirSync(folder)
  for (const name of [
    'member-voting-record-2018-2022.csv',
    'member-voting-record-2022-2026.to-2024-09.csv',
    'tmmis-meetings-2010-12_2024-09.csv',
  ]) {
    const packed = join(realRecords ?? '', 'open-data/toronto-on', `${name}.xz`)
    const table = execFileSync('xz', ['-dc', packed], { maxBuffer: 2 ** 28 })
    writeFileSync(join(folder, name), table)
  }
  return folder
}
