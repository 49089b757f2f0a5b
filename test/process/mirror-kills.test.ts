import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RecordOf } from '../../src/record/kinds.ts'
import { contentOf } from '../support/database/content.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { type Front, startFront } from '../support/http/front.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { dayOfExamples, lowmere, lowmereRecords } from '../support/sample/service.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'
import { sourceOf } from '../support/towns/town.ts'

const records = lowmereRecords('2026-11-26')
/** Every motion in other words, so that what changed has several pages. */
const reworded = (word: string) =>
  records.map((record) =>
    record.kind === 'motion'
      ? { ...record, text: `${(record as RecordOf<'motion'>).text} ${word}` }
      : record,
  )

let origin: Service
let front: Front
let reeve: Reeve
let unbroken: Reeve
beforeEach(async () => {
  origin = await startService({ municipality: lowmere, source: sourceOf(records) })
  front = await startFront(origin.url)
  reeve = newReeve()
  unbroken = newReeve()
})
afterEach(async () => {
  await reeve.remove()
  await unbroken.remove()
  await origin.stop()
})

const settings = () => ({ SOURCE_KEY: origin.key })
const add = () => ['add', `${front.url}/${lowmere.slug}`]
const sync = ['sync', lowmere.slug, '--quiet']
const databaseOf = ({ folder }: Reeve) => `sqlite:${join(folder, 'data/reeve.db')}`
/** Without what belongs to the database itself. */
const contentIn = (one: Reeve) =>
  contentOf(databaseOf(one), ['created_at', 'updated_at', 'scheduled_at', 'municipality_id'])
const tokenIn = async (one: Reeve) =>
  JSON.stringify(await rowsOf(databaseOf(one), 'select * from read_sources'))
const pagesRequested = () =>
  front.requests.map(({ path }) => path).filter((path) => path.includes('/changes'))

/** Runs a command to its end, which must succeed. */
async function run(one: Reeve, words: readonly string[]): Promise<void> {
  const { status, stderr } = await one.call(words, settings())
  expect(status, stderr).toBe(0)
}

/** Kills a command once it requested this page and `isDue` resolves; whether it ended before. */
async function killed(
  words: readonly string[],
  page: number,
  isDue: () => Promise<unknown>,
): Promise<boolean> {
  front.requests.length = 0
  const isReached = new Promise<void>((resolve) => {
    front.intercept = ({ path }) => {
      if (path.includes('/changes') && pagesRequested().length === page) resolve()
      return false
    }
  })
  const { signal, ended } = reeve.start(words, settings())
  await isReached
  await isDue()
  signal('SIGKILL')
  return (await ended).status === 0
}

it('an import that is killed at any time is continued, and has all records', async () => {
  await run(unbroken, add())
  const pages = pagesRequested().length
  expect(pages).toBeGreaterThan(10)
  for (const [page, afterMs] of [
    [4, 0],
    [pages, 500],
  ] as const) {
    const isWhole = await killed(add(), page, () => pause(afterMs))
    const requested = pagesRequested()
    front.requests.length = 0
    if (isWhole) continue
    await run(reeve, add())
    // The page that was on its way may have arrived.
    const again = pagesRequested().filter((path) => requested.slice(0, -1).includes(path))
    expect(again, `killed at page ${page}`).toEqual([])
    expect(await contentIn(reeve)).toEqual(await contentIn(unbroken))
    await run(reeve, ['municipalities', 'remove', lowmere.slug, '--yes'])
  }
})

it('a sync that is killed at any time skips no change', async () => {
  for (const one of [reeve, unbroken]) await run(one, add())
  await importRecords(origin, reworded('now'), { slug: lowmere.slug, clock: dayOfExamples })
  await run(reeve, sync)
  front.requests.length = 0
  await run(unbroken, sync)
  const pages = pagesRequested().length
  expect(pages).toBeGreaterThan(2)
  const states = new Set<string>()
  let last = ''
  const isStored = () => expect.poll(() => tokenIn(reeve), { interval: 1 }).not.toBe(last)
  for (const [at, isDue] of [() => pause(0), isStored].entries()) {
    const before = await contentIn(unbroken)
    const words = reworded(`round ${at}`)
    await importRecords(origin, words, { slug: lowmere.slug, clock: dayOfExamples })
    await run(unbroken, sync)
    last = await tokenIn(reeve)
    await killed(sync, pages, isDue)
    const now = await contentIn(reeve)
    const after = await contentIn(unbroken)
    const isOld = JSON.stringify(now) === JSON.stringify(before)
    states.add(isOld ? 'before' : 'after')
    if (!isOld) expect(now).toEqual(after)
    await run(reeve, sync)
    expect(await contentIn(reeve), `kill ${at}`).toEqual(after)
  }
  expect(states).toEqual(new Set(['before', 'after']))
})
