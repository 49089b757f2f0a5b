import { type TownShape, tinyTown } from '../../stress/scale/shape.ts'
import { inspect } from '../../test/support/database/inspector.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import type { Dataset } from '../kit/datasets.ts'
import { filterByName, type Kind } from '../kit/request-kinds.ts'
import { medianOf } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { compareToFirst, measureKind, withReeve } from '../kit/servers.ts'
import { addMunicipality } from '../kit/source.ts'
import { reeve, uncached } from '../servers/variants.ts'
import { importOnce } from './import.ts'
import { measureStart } from './start.ts'

// The municipalities of Canada: the census subdivisions of 2021.
const canada = 5162
const few = 10

async function run(options: BenchOptions): Promise<Row[]> {
  const { datasets, share } = options
  const [small, large] = await Promise.all(
    [few, Math.round(canada * share)].map((count) =>
      datasets.synthetic(`${count.toLocaleString('en-CA')} councils`, townsOf(count)),
    ),
  )
  if (small === undefined || large === undefined) throw new Error('no datasets')
  const rows = [
    ...(await measureProcesses(options, small)),
    ...(await measureProcesses(options, large)),
    ...(await measureRequests(options, small, large)),
  ]
  for (const dataset of [small, large]) await datasets.drop(dataset)
  return rows
}

const townsOf = (count: number): TownShape[] =>
  Array.from({ length: count }, (_, index) => tinyTown(`town-${index + 1}`))

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

function measureRequests(options: BenchOptions, small: Dataset, large: Dataset): Promise<Row[]> {
  const { databases, rounds, seconds, only } = options
  return withReeve(databases, small, uncached, (one) =>
    withReeve(databases, large, uncached, async (other) => {
      const rows: Row[] = []
      for (const { name: request, paths } of filterByName(requestKinds, only)) {
        const entries = [one, other].map((subject) => ({ subject, paths }))
        const described = { group: 'councils', data: '', request }
        const load = { rounds, seconds, connections: 1 }
        const measured = await measureKind(entries, load, described, compareToFirst)
        const names = [small.name, large.name]
        rows.push(...measured.map((row, index) => ({ ...row, data: names[index] ?? '' })))
      }
      return rows
    }),
  )
}

const requestKinds: readonly Kind[] = [
  { name: 'search', paths: ['/api/v1/town-5/search?q=council'] },
  { name: 'search without a result', paths: ['/api/v1/town-5/search?q=notawordofanytext'] },
  { name: 'meetings', paths: ['/api/v1/town-5/meetings'] },
  { name: 'municipalities', paths: ['/api/v1/municipalities'] },
  { name: 'home page', paths: ['/'] },
  { name: 'page of a council', paths: ['/town-5'] },
]

export const councils: Group = {
  name: 'councils',
  about: 'start, memory, an import and requests with 10 councils of 20 records, and with 5,162',
  note: 'The import is the first one of a published record into a copy of the database. × first compares CPU time with that of ten councils.',
  run,
}
