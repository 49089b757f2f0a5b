import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newYorkRows, townOf } from '../../stress/scale/shape.ts'
import { repeatBundle } from '../import/repeat.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { everyKind } from '../kit/every-kind.ts'
import type { Row } from '../kit/row.ts'
import { measureSizes } from '../kit/sizes.ts'
import { addMunicipality, createSource } from '../kit/source.ts'
import { reeve } from '../servers/variants.ts'
import { importOnce } from './import.ts'

const times = [1, 4, 16]
const copiesOfFirst = 8
const imports = ['first import', 'import again, unchanged']

async function run(options: BenchOptions): Promise<Row[]> {
  const { datasets, share, log } = options
  const sized: Dataset[] = []
  for (const size of times) {
    log(`  filling the database: ${size} × New York`)
    const towns = [townOf('town', newYorkRows * size * share)]
    sized.push(await datasets.synthetic(`${size} × New York`, towns))
  }
  const rows = await measureSizes(options, {
    group: 'growth',
    connections: 1,
    datasets: sized,
    kindsOf: everyKind,
  })
  const imported = await measureImports(options)
  for (const dataset of sized) await datasets.drop(dataset)
  return [...rows, ...imported]
}

/** Imports the repeated sample into a new database, twice; × first is of the time of one copy. */
async function measureImports({ databases, share, log }: BenchOptions): Promise<Row[]> {
  const sample = createSource(undefined)
  const copies = Math.ceil(copiesOfFirst * share)
  const folder = mkdtempSync(join(tmpdir(), 'reeve-growth-'))
  const rows: Row[] = []
  try {
    for (const size of times) {
      const data = `${size} × ${copies} × ${sample.name}`
      log(`  importing: ${data}`)
      const source = { ...sample, folder: join(folder, data) }
      await repeatBundle(sample.folder, size * copies, source.folder)
      const databaseUrl = await databases.create()
      await addMunicipality(source, databaseUrl)
      for (const request of imports) {
        const { seconds, peakMiB } = await importOnce({ source }, databaseUrl)
        const first = rows.find((row) => row.request === request)?.metrics.seconds ?? seconds
        const metrics = { seconds, peakMiB, ratioToFirst: seconds / size / first }
        rows.push({ group: 'growth', data, request, server: reeve.name, metrics })
      }
      await databases.drop(databaseUrl)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return rows
}

export const growth: Group = {
  name: 'growth',
  about:
    'every list, detail, page, search and import of a council of the size of New York, and of 4 and 16 times as many rows',
  note: 'Details and pages are of the same records in rotation. × first compares CPU time with that of the smallest record; of imports, elapsed time for each copy of the sample. 1.3 is the growth of log n.',
  run,
}
