import { watchPeak } from '../../test/support/process/memory.ts'
import { insertRows } from '../import/baseline.ts'
import { countRows, readRecord } from '../import/record.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import { cores, pinToCore } from '../kit/cores.ts'
import { medianOf } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { addMunicipality, importArguments, runReeve } from '../kit/source.ts'

const roundsMax = 3

interface Run {
  seconds: number
  peakMiB?: number
}

async function run(options: BenchOptions): Promise<Row[]> {
  const { databases, source } = options
  // Imports may use all cores, as in production.
  for (const pid of [process.pid, databases.pid]) if (pid !== undefined) pinToCore(cores.all, pid)
  const taken = { first: [] as Run[], again: [] as Run[], baseline: [] as Run[] }
  let rows = 0
  for (let round = 0; round < Math.min(options.rounds, roundsMax); round += 1) {
    const databaseUrl = await databases.create()
    await addMunicipality(source, databaseUrl)
    taken.first.push(await importOnce(options, databaseUrl))
    taken.again.push(await importOnce(options, databaseUrl))
    const record = await readRecord(databaseUrl)
    rows = countRows(record)
    const other = await databases.create()
    taken.baseline.push({ seconds: await insertRows(other, record) })
    for (const done of [databaseUrl, other]) await databases.drop(done)
  }
  return rowsOf(options, rows, taken)
}

function rowsOf({ source }: BenchOptions, rows: number, taken: Record<string, Run[]>): Row[] {
  const medians = Object.entries(taken).map(([name, all]) => ({
    name,
    seconds: medianOf(all.map(({ seconds }) => seconds)),
    peakMiB: medianOf(all.map((run) => run.peakMiB ?? Number.NaN)),
  }))
  const baselineSeconds = medians.find(({ name }) => name === 'baseline')?.seconds ?? Number.NaN
  const described = {
    group: 'import',
    data: `${source.name}, ${rows.toLocaleString('en-CA')} rows`,
  }
  return medians.map(({ name, seconds, ...memory }) => {
    const metrics = {
      seconds,
      rowsPerSecond: rows / seconds,
      ratioToBaseline: baselineSeconds / seconds,
    }
    return name === 'baseline'
      ? { ...described, request: 'inserted', server: 'prepared inserts', metrics }
      : {
          ...described,
          request: requestOf[name] ?? name,
          server: 'reeve import',
          metrics: { ...metrics, ...memory },
        }
  })
}

const requestOf: Record<string, string> = { first: 'first import', again: 'again, unchanged' }

/** Runs an import of the source, whose municipality exists. */
export async function importOnce(
  { source }: Pick<BenchOptions, 'source'>,
  databaseUrl: string,
): Promise<Required<Run>> {
  let peak = () => Number.NaN
  const started = performance.now()
  await runReeve(importArguments(source), databaseUrl, (pid) => {
    peak = watchPeak(pid)
  })
  return { seconds: (performance.now() - started) / 1000, peakMiB: peak() }
}

export const importing: Group = {
  name: 'import',
  about: 'rows per second of an import, compared to prepared inserts of the same rows',
  note: 'Elapsed time on all cores, not CPU time: here *of baseline* is the time of the prepared inserts divided by that of the import.',
  run,
}
