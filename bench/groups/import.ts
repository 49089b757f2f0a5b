import { watchPeak } from '../../test/support/process/memory.ts'
import { insertBare } from '../import/ceiling.ts'
import { countRows, readRecord } from '../import/record.ts'
import type { Group, Order } from '../kit/bench.ts'
import { cores, moveTo } from '../kit/cores.ts'
import { medianOf } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { addMunicipality, importWords, runReeve } from '../kit/source.ts'

// An archive takes most of a minute, and the ceiling next to nothing.
const roundsMax = 3

interface Taken {
  seconds: number
  peakMiB?: number
}

async function run(order: Order): Promise<Row[]> {
  const { databases, source } = order
  // An import has the machine for itself, as an operator's has.
  for (const pid of [process.pid, databases.pid]) if (pid !== undefined) moveTo(cores.all, pid)
  const taken = { first: [] as Taken[], again: [] as Taken[], bare: [] as Taken[] }
  let rows = 0
  for (let round = 0; round < Math.min(order.rounds, roundsMax); round += 1) {
    const databaseUrl = await databases.create()
    await addMunicipality(source, databaseUrl)
    taken.first.push(await importOnce(order, databaseUrl))
    taken.again.push(await importOnce(order, databaseUrl))
    const record = await readRecord(databaseUrl)
    rows = countRows(record)
    const other = await databases.create()
    taken.bare.push({ seconds: await insertBare(other, record) })
    for (const done of [databaseUrl, other]) await databases.drop(done)
  }
  return rowsOf(order, rows, taken)
}

function rowsOf({ source }: Order, rows: number, taken: Record<string, Taken[]>): Row[] {
  const medians = Object.entries(taken).map(([name, all]) => ({
    name,
    seconds: medianOf(all.map(({ seconds }) => seconds)),
    peakMiB: medianOf(all.map((each) => each.peakMiB ?? Number.NaN)),
  }))
  const bareSeconds = medians.find(({ name }) => name === 'bare')?.seconds ?? Number.NaN
  const described = {
    group: 'import',
    data: `${source.name}, ${rows.toLocaleString('en-CA')} rows`,
  }
  return medians.map(({ name, seconds, ...memory }) => {
    const figures = { seconds, rowsPerSecond: rows / seconds, ratioToBare: bareSeconds / seconds }
    return name === 'bare'
      ? { ...described, request: 'inserted', server: 'bare prepared inserts', figures }
      : {
          ...described,
          request: requestOf[name] ?? name,
          server: 'reeve import',
          figures: { ...figures, ...memory },
        }
  })
}

const requestOf: Record<string, string> = { first: 'first import', again: 'again, unchanged' }

/** Imports with the built command, as an operator does. */
async function importOnce({ source }: Order, databaseUrl: string): Promise<Required<Taken>> {
  let peak = () => Number.NaN
  const started = performance.now()
  await runReeve(importWords(source), databaseUrl, (pid) => {
    peak = watchPeak(pid)
  })
  return { seconds: (performance.now() - started) / 1000, peakMiB: peak() }
}

export const importing: Group = {
  name: 'import',
  about: 'rows a second of an import, beside bare prepared inserts of the same rows',
  note: 'Elapsed time, and no processor time: of bare, too, is the time of the bare inserts over that of the import. Imports have all cores.',
  run,
}
