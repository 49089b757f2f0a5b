import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addMunicipality } from '../../src/importers/load/municipalities.ts'
import type { WriteStore } from '../../src/store/open.ts'
import { engineUnderTest } from '../support/database/fresh-store.ts'
import { indexTexts } from '../support/database/search.ts'
import { type ApiResponse, type Service, startService } from '../support/service/service.ts'
import { town } from '../support/towns/town.ts'

const searchEntry = new URL('../../dist/search-worker.js', import.meta.url)
const searchesAtOnce = 120
// Longer than a search waits, shorter than a statement of PostgreSQL waits for a lock.
const waitMs = 1300
// Of the searches that wait, those that may end before one of another client.
const passingMax = searchesAtOnce / 6
const clock = { now: () => Date.UTC(2026, 2, 5), monotonic: () => 0 }
const lines: Record<string, unknown>[] = []

let service: Service
beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const settings = { pageCache: 0, trustProxy: ['127.0.0.1'] }
  service = await startService({ settings, logger, searchEntry, prepare, clock })
  // The first search of a process loads code, which takes seconds on a busy machine.
  await service.v1('search?q=heron&per_page=100')
})
beforeEach(() => {
  lines.splice(0)
  // The driver of PostgreSQL has timeouts of its own.
  if (engineUnderTest() === 'sqlite') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())
afterAll(() => service.stop())

/** Two councils, because the search of all leads to the only one. */
async function prepare(store: WriteStore): Promise<void> {
  await addLongTexts(store)
  const divisionId = 'ocd-division/country:ca/csd:9900002'
  await addMunicipality(store, { ...town, slug: 'weir', divisionId }, clock)
}

/** Adds texts whose snippets take SQLite many milliseconds per search. */
async function addLongTexts(store: WriteStore): Promise<void> {
  if (engineUnderTest() !== 'sqlite') return
  const { id: municipalityId } = await store.db
    .selectFrom('municipalities')
    .select('id')
    .where('slug', '=', town.slug)
    .executeTakeFirstOrThrow()
  const body = `${'The mill is by the pond. '.repeat(4000)} heron`
  const texts = Array.from({ length: 40 }, (_, i) => {
    return { title: `Long ${i}`, body }
  })
  await store.transaction(
    (db) => indexTexts({ db, dialect: store.dialect }, municipalityId, texts),
    'record',
  )
}

/** Makes those that wait for a search wait for too long; on PostgreSQL, none ends meanwhile. */
async function letWait(): Promise<void> {
  if (engineUnderTest() === 'sqlite') return void vi.advanceTimersByTime(waitMs)
  await service.writing.transaction(async (db) => {
    const lock = 'lock table search_vectors in access exclusive mode'
    await db.executeQuery(CompiledQuery.raw(lock))
    await pause(waitMs)
  })
}

/** Sends a search of another client; returns its status, and counts what of the flood ends before it. */
type Counting = (one: () => Promise<ApiResponse>) => Promise<number>

/** Runs `work` while `send` is called continuously, once it has had both statuses and what else it must have seen. */
async function whileFlooded<T>(
  send: (at: number) => Promise<number>,
  work: (search: Counting) => Promise<T>,
  hasSeenAll: () => boolean = () => true,
) {
  const statuses = new Set<number>()
  let served = 0
  let isOver = false
  const flood = Array.from({ length: searchesAtOnce }, async (_, at) => {
    while (!isOver) {
      const status = await send(at)
      statuses.add(status)
      if (status === 200) served += 1
    }
  })
  const passing: number[] = []
  const search = async (one: () => Promise<ApiResponse>) => {
    const before = served
    const { status } = await one()
    passing.push(served - before)
    return status
  }
  const isEnough = async () => {
    if (statuses.size === 2 && hasSeenAll()) return true
    await letWait()
    return false
  }
  try {
    await expect.poll(isEnough).toBe(true)
    return { result: await work(search), passing, statuses }
  } finally {
    isOver = true
    await letWait()
    await Promise.all(flood)
  }
}

/** On PostgreSQL, searches end before many wait. */
function expectFew(passing: readonly number[]): void {
  if (engineUnderTest() === 'sqlite') expect(Math.max(...passing)).toBeLessThan(passingMax)
}

const isBusy = ({ msg }: Record<string, unknown>) => msg === 'too many searches at once'

describe('an account that sends slow searches continuously, with several keys', () => {
  it('does not prevent searches of another account, and does not fill the log', async () => {
    const other = await service.newKey('other@pemberley.example')
    const keys = [service.key, await service.newKey(), await service.newKey()]
    const find = (q: string, key: string) => service.v1(`search?q=${q}&per_page=100`, { key })
    const rejected: ApiResponse[] = []
    const send = async (at: number) => {
      const response = await find('heron', keys[at % keys.length] ?? '')
      if (response.status === 500) rejected.push(response)
      return response.status
    }
    const { result, passing, statuses } = await whileFlooded(send, async (count) => {
      const found: number[] = []
      for (let i = 0; i < 6; i += 1) found.push(await count(() => find('ditch', other)))
      return found
    })
    expect(result).toEqual(Array(6).fill(200))
    expectFew(passing)
    expect(statuses).toEqual(new Set([200, 500]))
    expect(rejected[0]?.json.error.code).toBe('QUERY_ERROR')
    expect(rejected[0]?.headers.get('retry-after')).toBe('1')
    expect(lines.filter(isBusy)).toMatchObject([{ level: 40, count: 1 }])
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})

describe('a visitor who searches continuously, from many addresses of one IPv6 network', () => {
  const open = (path: string, address: string) =>
    service.call(path, { headers: { accept: 'text/html', 'x-forwarded-for': address } })

  it('does not prevent searches of other visitors, and gets a page that says why it is rejected', async () => {
    const rejected: ApiResponse[] = []
    const titles = () => new Set(rejected.map(({ body }) => /<h1>(.*?)<\/h1>/.exec(body)?.[1]))
    const pages = ['Too many searches', 'Trop de recherches']
    const inBothLanguages = () => pages.every((title) => titles().has(title))
    const send = async (at: number) => {
      const path = `${at % 2 === 0 ? '' : '/fr'}/pemberley/search?q=heron`
      const response = await open(path, `2001:db8:1:${at % 50}::1`)
      if (response.status === 503) rejected.push(response)
      return response.status
    }
    const search = async (count: Counting) => {
      const found: number[] = []
      for (let i = 0; i < 4; i += 1) {
        for (const path of ['/fr/pemberley/search?q=ditch', '/search?q=ditch'])
          found.push(await count(() => open(path, `198.51.${i}.7`)))
      }
      return found
    }
    const { result, passing, statuses } = await whileFlooded(send, search, inBothLanguages)
    expect(result).toEqual(Array(8).fill(200))
    expectFew(passing)
    expect(statuses).toEqual(new Set([200, 503]))
    expect([...titles()]).toEqual(expect.arrayContaining(pages))
    const late = ['Temporarily unavailable', 'Temporairement indisponible']
    expect([...pages, ...late]).toEqual(expect.arrayContaining([...titles()]))
    expect(rejected[0]?.headers.get('retry-after')).toBe('1')
    expect(rejected[0]?.headers.get('cache-control')).toBe('no-store')
    expect(lines.filter(isBusy)).toMatchObject([{ level: 40, network: '2001:db8:1::/48' }])
    expect(lines.filter((line) => !isBusy(line) && Number(line.level) >= 40)).toEqual([])
  })
})
