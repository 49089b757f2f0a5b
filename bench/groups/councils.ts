import { newYorkRows, type TownShape, tinyTown, townOf } from '../../stress/scale/shape.ts'
import { inspect } from '../../test/support/database/inspector.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { everyKind } from '../kit/every-kind.ts'
import { medianOf } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { measureSizes } from '../kit/sizes.ts'
import { addMunicipality } from '../kit/source.ts'
import { reeve } from '../servers/variants.ts'
import { importOnce } from './import.ts'
import { measureStart } from './start.ts'

const counts = [1, 20, 200, 5000]

async function run(options: BenchOptions): Promise<Row[]> {
  const { datasets, share, log } = options
  const sized: Dataset[] = []
  for (const count of new Set(counts.map((each) => Math.ceil(each * share)))) {
    log(`  filling the database: ${count} councils`)
    const name = `${count.toLocaleString('en-CA')} councils`
    sized.push(await datasets.synthetic(name, townsOf(count, share)))
  }
  const rows: Row[] = []
  for (const dataset of sized) rows.push(...(await measureProcesses(options, dataset)))
  const sizes = { group: 'councils', connections: 1, datasets: sized, kindsOf: everyKind }
  rows.push(...(await measureSizes(options, sizes)))
  for (const dataset of sized) await datasets.drop(dataset)
  return rows
}

/** One council of a tenth of New York's rows, after councils with about twenty. */
const townsOf = (count: number, share: number): TownShape[] => [
  ...Array.from({ length: count - 1 }, (_, index) => tinyTown(`town-${index + 1}`)),
  townOf('town', (newYorkRows * share) / 10),
]

/** Start, memory after it, the first import of another council, and the size of the database. */
async function measureProcesses(options: BenchOptions, dataset: Dataset): Promise<Row[]> {
  const { rounds, databases, source } = options
  const described = { group: 'councils', data: dataset.name, server: reeve.name }
  const starts = []
  for (let round = 0; round <= rounds; round += 1) starts.push(await measureStart(dataset))
  const copy = await databases.copy(dataset.databaseUrl)
  await addMunicipality(source, copy)
  const imported = await importOnce(options, copy)
  const databaseMiB = await sizeOf(copy)
  await databases.drop(copy)
  // The first start reads the program from disk.
  const [, ...later] = starts
  const start = {
    seconds: medianOf(later.map(({ seconds }) => seconds)),
    peakMiB: medianOf(later.map(({ peakMiB }) => peakMiB)),
  }
  return [
    { ...described, request: 'start', metrics: start },
    { ...described, request: 'import of one more', metrics: { ...imported, databaseMiB } },
  ]
}

async function sizeOf(databaseUrl: string): Promise<number> {
  const [row] = await inspect(databaseUrl, (db) =>
    db.rows<{ bytes: number | string }>(
      db.engine === 'sqlite'
        ? 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size'
        : 'select pg_database_size(current_database()) as bytes',
    ),
  )
  return Number(row?.bytes) / 2 ** 20
}

export const councils: Group = {
  name: 'councils',
  about:
    'start, memory, an import, and every list, detail, page and search of one council beside 0, 19, 199 and 4,999 others',
  note: 'The import is the first one of a published record into a copy of the database. × first compares CPU time with that of one council.',
  run,
}
