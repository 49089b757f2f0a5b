import { join, resolve } from 'node:path'
import { createKeyForEmail } from '../src/access/keys.ts'
import { systemClock } from '../src/core/clock.ts'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { withStore } from '../test/support/database/moving.ts'
import { realRecords } from '../test/support/imports/real-records.ts'
import { ottawaFolder } from '../test/support/ottawa/service.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { writeLowmere } from '../test/support/sample/service.ts'
import { judge, questionsOver } from '../test/support/search/questions.ts'
import { torontoTables } from '../test/support/toronto/tables.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

async function run({ size, archive }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const published = realRecords === undefined ? [] : ['ottawa', 'toronto']
  const slugs = (archive === undefined ? ['lowmere', ...published] : ['new-york']) as Town[]
  try {
    for (const slug of slugs) await importRecord(reeve, databaseUrl, slug, archive)
    const account = { email: 'reader@pemberley.example', name: null, keysMax: 1 }
    const { key } = await withStore(databaseUrl, (store) =>
      createKeyForEmail(store, account, systemClock),
    )
    const serving = await reeve.serve([], { DATABASE_URL: databaseUrl, RATE_LIMIT: '1000000' })
    const wire = new Wire(serving.port)
    const getOf = (slug: Town) => async (path: string) => {
      const target = `/api/v1/${slug}/${path}`
      const reply = await wire.send({ method: 'GET', target, headers: { 'x-api-key': key } })
      results.note(reply.status)
      if (reply.status !== 200) throw new Error(`${target}: ${reply.status} ${reply.body}`)
      return JSON.parse(reply.body).data
    }
    const counts: Record<string, number> = {}
    for (const slug of slugs) {
      const questions = questionsOver(slug)
      const { found, failures } = await judge(questions, size, { get: getOf(slug) })
      for (const failure of failures) results.fail(failure)
      counts[`${slug}, questions`] = questions.length
      counts[`${slug}, found`] = found
    }
    wire.close()
    serving.signal('SIGTERM')
    await serving.ended
    return results.outcome(counts)
  } finally {
    await reeve.remove()
    await remove()
  }
}

type Town = keyof typeof towns

const towns = {
  lowmere: ['Lowmere', 'America/Toronto', 'country:ca/csd:3599999'],
  ottawa: ['City of Ottawa', 'America/Toronto', 'country:ca/csd:3506008'],
  toronto: ['City of Toronto', 'America/Toronto', 'country:ca/csd:3520005'],
  'new-york': ['New York', 'America/New_York', 'country:us/state:ny/place:new_york'],
}

async function importRecord(
  reeve: Reeve,
  databaseUrl: string,
  slug: Town,
  archive: string | undefined,
): Promise<void> {
  const [name = '', zone = '', division = ''] = towns[slug]
  for (const words of [
    [
      ...['municipalities', 'add', slug, '--name', name, '--timezone', zone],
      ...['--division', `ocd-division/${division}`],
    ],
    ['import', ...sourceOf(reeve, slug, archive), '--municipality', slug],
  ]) {
    const { status, stderr } = await reeve.run(words, { DATABASE_URL: databaseUrl })
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  }
}

function sourceOf(reeve: Reeve, slug: Town, archive: string | undefined): [string, string] {
  if (slug === 'ottawa') return ['escribe', ottawaFolder]
  if (slug === 'new-york') return ['legistar-archive', resolve(archive ?? '')]
  const folder = join(reeve.folder, slug)
  if (slug === 'toronto') return ['toronto', torontoTables(folder)]
  writeLowmere(folder)
  return ['bundle', folder]
}

export const questions: StressTest = {
  name: 'questions',
  about:
    'the expected record is among the first results for judged questions over the sample data and what REEVE_TEST_RECORDS has, or over New York with --archive <folder>, as far as their list says so',
  counts: 'first results',
  sizes: { small: 5, large: 5 },
  run,
}
