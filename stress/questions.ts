import { join, resolve } from 'node:path'
import { createKeyForEmail } from '../src/access/keys.ts'
import { systemClock } from '../src/core/clock.ts'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { withStore } from '../test/support/database/moving.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { writeLowmere } from '../test/support/sample/service.ts'
import { judge, questionsOver } from '../test/support/search/questions.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

async function run({ size, archive }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const slug = archive === undefined ? 'lowmere' : 'new-york'
  try {
    await importRecord(reeve, databaseUrl, slug, archive)
    const account = { email: 'reader@pemberley.example', name: null, keysMax: 1 }
    const { key } = await withStore(databaseUrl, (store) =>
      createKeyForEmail(store, account, systemClock),
    )
    const serving = await reeve.serve([], { DATABASE_URL: databaseUrl, RATE_LIMIT: '1000000' })
    const wire = new Wire(serving.port)
    const get = async (path: string) => {
      const target = `/api/v1/${slug}/${path}`
      const reply = await wire.send({ method: 'GET', target, headers: { 'x-api-key': key } })
      results.note(reply.status)
      if (reply.status !== 200) throw new Error(`${target}: ${reply.status} ${reply.body}`)
      return JSON.parse(reply.body).data
    }
    const questions = questionsOver(slug)
    const { found, failures } = await judge(questions, size, { get })
    for (const failure of failures) results.fail(failure)
    wire.close()
    serving.signal('SIGTERM')
    await serving.ended
    return results.outcome({ questions: questions.length, found })
  } finally {
    await reeve.remove()
    await remove()
  }
}

async function importRecord(
  reeve: Reeve,
  databaseUrl: string,
  slug: string,
  archive: string | undefined,
): Promise<void> {
  const towns = {
    lowmere: ['Lowmere', 'America/Toronto', 'country:ca/csd:3599999'],
    'new-york': ['New York', 'America/New_York', 'country:us/state:ny/place:new_york'],
  }
  const [name = '', zone = '', division = ''] = towns[slug as keyof typeof towns]
  const sample = join(reeve.folder, 'sample')
  if (archive === undefined) writeLowmere(sample)
  const source = archive === undefined ? ['bundle', sample] : ['legistar-archive', resolve(archive)]
  for (const words of [
    [
      ...['municipalities', 'add', slug, '--name', name, '--timezone', zone],
      ...['--division', `ocd-division/${division}`],
    ],
    ['import', ...source, '--municipality', slug],
  ]) {
    const { status, stderr } = await reeve.run(words, { DATABASE_URL: databaseUrl })
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  }
}

export const questions: StressTest = {
  name: 'questions',
  about:
    'the expected record is among the first results for judged questions over the sample data, or over New York with --archive <folder>, as far as their list says so',
  counts: 'first results',
  sizes: { small: 5, large: 5 },
  run,
}
