import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { itemMarkup, meetingPage } from '../test/support/escribe/pages.ts'
import { between, startPortal } from '../test/support/escribe/server.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { entry } from '../test/support/towns/escribe-portal.ts'
import { keyOfSample, type ListScene, quantiles, timesOfLists } from './kit/list-times.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const rounds = 2
// Read in a quarter of a minute at four requests a second, so that imports are written while lists are measured.
const meetings = 50
const itemsOfMeeting = 10
/** Towns whose portals are read side by side, with as many jobs. */
const towns = ['ayton', 'beeton', 'cairo']
async function run({ size, log }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const settings = {
    DATABASE_URL: databaseUrl,
    RATE_LIMIT: '1000000',
    LOG_LEVEL: 'silent',
  }
  const portals = await Promise.all(towns.map(() => startPortal(changingPortal())))
  const requests = () => portals.map((portal) => portal.requests.length)
  try {
    const urls = portals.map(({ url }) => url)
    const key = await prepare(reeve, settings, urls)
    const councils = ['lowmere', ...towns]
    const scene = { reeve, settings, key, seconds: size, results, councils }
    const [alone, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      alone.push(...(await timesOfLists(scene)))
      const before = requests()
      beside.push(...(await whileSyncing(scene, () => timesOfLists(scene))))
      const sent = requests().map((count, i) => count - (before[i] ?? 0))
      results.demand(!sent.includes(0), `a source was not read: ${sent.join(', ')}`)
      log(`  requests of each portal ${sent.join(', ')}`)
    }
    return results.outcome({ ...quantiles('alone', alone), ...quantiles('beside sync', beside) })
  } finally {
    for (const { close } of portals) close()
    await reeve.remove()
    await remove()
  }
}

/** A portal of which each page differs every time that it is read. */
function changingPortal() {
  const start = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
  const entries = Array.from({ length: meetings }, (_, i) => {
    const ID = `00000000-0000-0000-0000-${String(i).padStart(12, '0')}`
    const url = `Meeting.aspx?Id=${ID}`
    const documents = [{ Type: 'PostMinutes', Format: 'HTML', Url: url, LanguageId: 9 }]
    return entry({ ID, StartDate: `${start} 09:00:00`, MeetingDocumentLink: documents })
  })
  let page = 0
  return {
    calendar: between(entries),
    page: () => {
      page += 1
      return meetingPage(Array.from({ length: itemsOfMeeting }, (_, i) => item(page, i)).join(''))
    },
  }
}

const item = (page: number, i: number) =>
  itemMarkup({
    title: `Ditch ${i}`,
    motions: [{ motion_text: `That ditch ${page} be dug.`, motion_result: 'Carried' }],
  })

/** Imports the sample and the portals; returns a key. */
async function prepare(
  reeve: Reeve,
  settings: Record<string, string>,
  urls: readonly string[],
): Promise<string> {
  const key = await keyOfSample(reeve, settings)
  for (const [i, town] of towns.entries()) {
    const division = ['--division', `ocd-division/country:ca/csd:${3_599_900 + i}`]
    const name = ['--name', town, '--timezone', 'America/Toronto']
    await reeve.run(['municipalities', 'add', town, ...name, ...division], settings)
  }
  const imports = towns.map((town, i) =>
    reeve.run(['import', 'escribe', urls[i] ?? '', '--municipality', town], settings),
  )
  for (const { status, stderr } of await Promise.all(imports))
    if (status !== 0) throw new Error(stderr)
  return key
}

/** Runs `work` while `reeve sync` reads the portals again and again, at the priority that `reeve serve --sync` gives it. */
async function whileSyncing<T>({ settings }: ListScene, work: () => Promise<T>): Promise<T> {
  const low = newReeve(['nice', '-n', '10'])
  let isOver = false
  const syncing = (async () => {
    while (!isOver) await low.run(['sync', '--quiet', '--jobs', `${towns.length}`], settings)
  })()
  const result = await work()
  isOver = true
  await low.remove()
  await syncing
  return result
}

export const syncLoad: StressTest = {
  name: 'sync-load',
  about: 'lists beside reeve sync of three portals, and without it: milliseconds',
  counts: 'seconds of each phase',
  sizes: { small: 2, large: 30 },
  run,
}
