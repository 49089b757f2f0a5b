import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { deviationsOf } from '../test/support/ocd/conformance.ts'
import { remainingDeviations } from '../test/support/ocd/remaining.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { ocdLists } from '../test/support/service/endpoints.ts'
import { townFolder } from './archive.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

const slug = 'archived'
const division = 'ocd-division/country:us/state:ny/place:new_york'
const concurrency = 16

/** Every Open Civic Data response over an archive of Legistar is as the standard demands, except as listed. */
async function run({ size, archive }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const folder = archive === undefined ? townFolder(size) : resolve(archive)
  const counts = new Map<string, number>()
  try {
    await importFolder(reeve, folder, databaseUrl)
    const serving = await reeve.serve([], { DATABASE_URL: databaseUrl })
    const wire = new Wire(serving.port)
    for (const list of ocdLists) await checkList({ wire, results, counts }, list)
    wire.close()
    serving.signal('SIGTERM')
    await serving.ended
    for (const deviation of counts.keys())
      results.demand(Object.hasOwn(remainingDeviations, deviation), deviation)
    return results.outcome(Object.fromEntries([...counts].sort()))
  } finally {
    await reeve.remove()
    await remove()
    if (archive === undefined) rmSync(folder, { recursive: true })
  }
}

async function importFolder(reeve: Reeve, folder: string, databaseUrl: string): Promise<void> {
  const settings = { DATABASE_URL: databaseUrl }
  const names = ['--name', 'Archived', '--url', 'https://pemberley.example']
  const town = [...names, '--timezone', 'America/New_York', '--division', division]
  for (const words of [
    ['municipalities', 'add', slug, ...town],
    ['import', 'legistar-archive', folder, '--municipality', slug],
  ]) {
    const { status, stderr } = await reeve.run(words, settings)
    if (status !== 0) throw new Error(stderr)
  }
}

interface Check {
  wire: Wire
  results: Results
  counts: Map<string, number>
}

async function checkList({ wire, results, counts }: Check, list: string): Promise<void> {
  const get = async (path: string) => {
    const reply = await wire.send({ method: 'GET', target: `/api/ocd/${slug}/${list}${path}` })
    results.note(reply.status)
    return JSON.parse(reply.body)
  }
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { results: listed, pagination } = await get(`?per_page=100&page=${page}`)
    last = pagination.max_page
    for (let from = 0; from < listed.length; from += concurrency) {
      const ids = listed.slice(from, from + concurrency) as { id: string }[]
      for (const entity of await Promise.all(ids.map(({ id }) => get(`/${id}`))))
        for (const deviation of deviationsOf(list, entity))
          counts.set(deviation, (counts.get(deviation) ?? 0) + 1)
    }
  }
}

export const standard: StressTest = {
  name: 'standard',
  about: 'Open Civic Data over an archive of Legistar, compared with what the standard demands',
  counts: 'meetings of a made-up town; with --archive <folder>, those of the archive instead',
  sizes: { small: 5, large: 500 },
  run,
}
