import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { withStore } from '../test/support/database/moving.ts'
import { indexTexts } from '../test/support/database/search.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { bareTown } from '../test/support/towns/bare-town.ts'
import { type Ill, type Portal, startOne } from './country/portals.ts'
import { commonWords } from './kit/hostile-queries.ts'
import { keyOfSample, quantiles } from './kit/list-times.ts'
import { every, residentMegabytes } from './kit/pressure.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

/** Councils without a portal, for each that has one. */
const othersOfOne = 19
const textsOfOne = 40
const requestEveryMs = 50
const firstImports = 4
/** SQLite waits for a lock, and timers may be early by a few milliseconds. */
const pauseMinMs = 950
const importers = ['escribe', 'civicweb', 'legistar'] as const
/** Of 25 portals. */
const ills: readonly Ill[] = ['slow', 'dead', 'empty', 'unbounded']
const sixHours = 6 * 3600

interface Scene {
  reeve: Reeve
  settings: Record<string, string>
  portals: readonly Portal[]
  random: Random
  results: Results
  log: (line: string) => void
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const results = new Results()
  const random = new Random(seed)
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const settings = {
    ...{ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', SYNC_PAUSE_SECONDS: '1' },
    ...{ RATE_LIMIT: '1000000', OPEN_RATE_LIMIT: '1000000' },
  }
  const portals = await startPortals(size)
  const scene = { reeve, settings, portals, random, results, log }
  try {
    const key = await keyOfSample(reeve, settings)
    await addOthers(databaseUrl, { count: size * othersOfOne, random })
    log(`  ${size * othersOfOne} councils without a portal`)
    await importAll(scene)
    log(`  ${size} councils with a portal`)
    for (const portal of portals) portal.fallIll()
    const figures = await measure(scene, key)
    await checkSources(scene)
    return results.outcome(figures)
  } finally {
    for (const { close } of portals) close()
    await reeve.remove()
    await remove()
  }
}

/** Four of 25 are ill, each in another way, and of every kind in turn. */
function startPortals(count: number): Promise<Portal[]> {
  const numbers = Array.from({ length: count }, (_, i) => i)
  return Promise.all(
    numbers.map((i) => startOne(importers[i % importers.length] ?? 'escribe', ills[i % 25])),
  )
}

async function addOthers(
  databaseUrl: string,
  { count, random }: { count: number; random: Random },
): Promise<void> {
  await withStore(databaseUrl, async (store) => {
    for (let i = 0; i < count; i += 1) {
      const town = await bareTown(store, `other-${i}`)
      const texts = Array.from({ length: textsOfOne }, () => ({
        ...{ title: wordsOf(random, 8), body: wordsOf(random, 40) },
        day: 82_000 + random.between(0, 500),
      }))
      await indexTexts(store, town, texts)
    }
    await store.dialect.afterBulkLoad(store.db)
  })
}

// The first words are the most frequent, as in natural language.
function wordsOf(random: Random, count: number): string {
  const word = () => {
    const rank = Math.floor(2 ** (random.next() * 13)) - 1
    return commonWords[rank] ?? `word${rank}`
  }
  return Array.from({ length: count }, word).join(' ')
}

const slugOf = (i: number) => `town-${i}`

async function importAll({ reeve, settings, portals, results }: Scene): Promise<void> {
  const waiting = portals.map((portal, i) => ({ ...portal, slug: slugOf(i), i }))
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { slug, i, importer, url } = next
      const division = ['--division', `ocd-division/country:ca/csd:${3_500_000 + i}`]
      const name = ['--name', slug, '--timezone', 'America/Toronto']
      await reeve.run(['municipalities', 'add', slug, ...name, ...division], settings)
      const words = ['import', importer, url, '--municipality', slug]
      const { status, stderr } = await reeve.run(words, settings)
      results.demand(status === 0, `import of ${slug} from ${importer}: ${stderr}`)
    }
  }
  await Promise.all(Array.from({ length: firstImports }, work))
}

/** Reads pages and searches while one sync of all sources runs, as `reeve serve --sync` runs it. */
async function measure(scene: Scene, key: string): Promise<Record<string, number>> {
  const { reeve, settings, portals, random, results, log } = scene
  const serving = await reeve.serve([], settings)
  const low = newReeve(['nice', '-n', '10'])
  const started = performance.now()
  let isOver = false
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, residentMegabytes(serving.pid))
  }, 1000)
  const syncing = low.run(['sync', '--quiet'], settings).finally(() => {
    isOver = true
  })
  const wire = new Wire(serving.port)
  const times = { pages: [] as number[], searches: [] as number[] }
  await every(
    requestEveryMs,
    () => isOver,
    async (i) => {
      const kind = i % 2 === 0 ? 'pages' : 'searches'
      const target = kind === 'pages' ? pageOf(random, portals.length) : searchOf(random)
      const headers = { 'x-api-key': key }
      const { status, milliseconds } = await wire.send({ method: 'GET', target, headers })
      results.note(status)
      results.demand(status === 200, `${target} has the status ${status}`)
      times[kind].push(milliseconds)
    },
  )
  await syncing
  clearInterval(timer)
  const seconds = (performance.now() - started) / 1000
  wire.close()
  serving.signal('SIGTERM')
  await serving.ended
  await low.remove()
  log(`  a sync of ${portals.length} sources took ${Math.round(seconds)} s`)
  const inSixHours = Math.floor((portals.length * sixHours) / seconds)
  results.demand(inSixHours >= portals.length, 'not every source is read in six hours')
  return {
    ...{ 'sources in six hours': inSixHours, 'MiB of the service': memory },
    ...quantiles('pages', times.pages),
    ...quantiles('searches', times.searches),
  }
}

function pageOf(random: Random, portals: number): string {
  const town = slugOf(random.between(0, portals - 1))
  const pages = ['/', '/status', '/lowmere', '/lowmere/motions', `/${town}`, `/${town}/meetings`]
  return random.pick(pages)
}

const searchOf = (random: Random) =>
  `/api/v1/search?q=${encodeURIComponent(wordsOf(random, random.between(1, 2)))}`

/** Each source was read, at most once a second, and failed if it is dead or has no meetings any more. */
async function checkSources({ reeve, settings, portals, results }: Scene): Promise<void> {
  for (const [i, { times, ill, importer }] of portals.entries()) {
    results.demand(ill === 'dead' || times.length > 0, `${slugOf(i)} was not read`)
    const pauses = times.slice(1).map((time, n) => time - (times[n] ?? 0))
    const shortest = Math.round(Math.min(...pauses))
    results.demand(
      shortest >= pauseMinMs,
      `${slugOf(i)} (${importer}) had requests ${shortest} ms apart`,
    )
  }
  const { stdout } = await reeve.run(['sources', 'list', '--json'], settings)
  const listed = JSON.parse(stdout) as { municipality: string; result: string }[]
  const states = new Map(listed.map(({ municipality, result }) => [municipality, result]))
  for (const [i, { ill, importer }] of portals.entries()) {
    const result = states.get(slugOf(i))
    // Of Legistar, a sync reads what changed, which may be nothing.
    const fails = ill === 'dead' || (ill === 'empty' && importer !== 'legistar')
    const isRight = result === (fails ? 'failed' : 'done')
    results.demand(isRight, `${slugOf(i)} (${importer}, ${ill ?? 'well'}) is ${result}`)
  }
}

export const country: StressTest = {
  name: 'country',
  about: 'pages and searches of a country beside a sync of its portals, some of them ill',
  counts: 'portals; 19 councils without one for each',
  // A dead one is tried for a minute.
  sizes: { small: 1, large: 250 },
  run,
}
