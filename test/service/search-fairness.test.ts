import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { addMunicipality } from '../../src/importers/load/municipalities.ts'
import type { WriteStore } from '../../src/store/open.ts'
import { engineUnderTest } from '../support/database/fresh-store.ts'
import { indexTexts } from '../support/database/search.ts'
import { type ApiResponse, type Service, startService } from '../support/service/service.ts'
import { town } from '../support/towns/town.ts'

const searchEntry = new URL('../../dist/search-worker.js', import.meta.url)
const searchesAtOnce = 120
// Longer than a search waits, shorter than a statement waits for a lock.
const lockedMs = 1300
const lines: Record<string, unknown>[] = []

let service: Service
beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const settings = { pageCache: 0, trustProxy: ['127.0.0.1'] }
  service = await startService({ settings, logger, searchEntry, prepare })
  // The first search of a process loads code, which takes seconds on a busy machine.
  await service.v1('search?q=heron&per_page=100')
})
beforeEach(() => void lines.splice(0))
afterAll(() => service.stop())

/** Two councils, because the search of all leads to the only one. */
async function prepare(store: WriteStore): Promise<void> {
  await addLongTexts(store)
  const divisionId = 'ocd-division/country:ca/csd:9900002'
  await addMunicipality(store, { ...town, slug: 'weir', divisionId }, systemClock)
}

/** Adds texts whose snippets take SQLite many milliseconds per search. */
async function addLongTexts(store: WriteStore): Promise<void> {
  if (engineUnderTest() !== 'sqlite') return
  const { id: municipalityId } = await store.db
    .selectFrom('municipalities')
    .select('id')
    .where('slug', '=', town.slug)
    .executeTakeFirstOrThrow()
  const body = `${'The mill is by the pond. '.repeat(12_000)} heron`
  const texts = Array.from({ length: 40 }, (_, i) => {
    return { title: `Long ${i}`, body }
  })
  await store.transaction(
    (db) => indexTexts({ db, dialect: store.dialect }, municipalityId, texts),
    'record',
  )
}

const run = (db: WriteStore['db'], text: string) => db.executeQuery(CompiledQuery.raw(text))

/** Makes searches slow for a moment: on PostgreSQL, none ends meanwhile. */
function slowDown(): Promise<void> {
  if (engineUnderTest() === 'sqlite') return pause(lockedMs)
  return service.writing.transaction(async (db) => {
    await run(db, 'lock table search_vectors in access exclusive mode')
    await pause(lockedMs)
  })
}

/** Runs `work` while `send` is called continuously, until it has had both statuses and what else it must have seen. */
async function whileFlooded<T>(
  send: (at: number) => Promise<number>,
  work: () => Promise<T>,
  hasSeenAll: () => boolean = () => true,
) {
  const statuses = new Set<number>()
  const isEnough = () => statuses.size === 2 && hasSeenAll()
  let isOver = false
  const flood = Array.from({ length: searchesAtOnce }, async (_, at) => {
    while (!isOver) statuses.add(await send(at))
  })
  const slow = (async () => {
    while (!isOver && !isEnough()) await slowDown()
  })()
  try {
    await pause(100)
    const result = await work()
    await expect.poll(isEnough, { timeout: 20_000 }).toBe(true)
    return { result, statuses }
  } finally {
    isOver = true
    await Promise.all([...flood, slow])
  }
}

const isBusy = ({ msg }: Record<string, unknown>) => msg === 'too many searches at once'

describe('an account that sends slow searches continuously, with several keys', () => {
  it('does not prevent searches of another account, and does not fill the log', async () => {
    const other = await service.newKey('other@pemberley.example')
    const keys = [service.key, await service.newKey(), await service.newKey()]
    const search = (q: string, key: string) => service.v1(`search?q=${q}&per_page=100`, { key })
    const rejected: ApiResponse[] = []
    const send = async (at: number) => {
      const response = await search('heron', keys[at % keys.length] ?? '')
      if (response.status === 500) rejected.push(response)
      return response.status
    }
    const { result, statuses } = await whileFlooded(send, async () => {
      const found: number[] = []
      for (let i = 0; i < 6; i += 1) found.push((await search('ditch', other)).status)
      return found
    })
    expect(result).toEqual(Array(6).fill(200))
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
    const search = async () => {
      const found: number[] = []
      for (let i = 0; i < 4; i += 1) {
        for (const path of ['/fr/pemberley/search?q=ditch', '/search?q=ditch'])
          found.push((await open(path, `198.51.${i}.7`)).status)
      }
      return found
    }
    const { result, statuses } = await whileFlooded(send, search, inBothLanguages)
    expect(result).toEqual(Array(8).fill(200))
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
