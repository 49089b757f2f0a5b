import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WriteStore } from '../../src/store/open.ts'
import { engineUnderTest } from '../support/database/fresh-store.ts'
import { indexTexts } from '../support/database/search.ts'
import { type Service, startService } from '../support/service/service.ts'

const searchEntry = new URL('../../dist/search-worker.js', import.meta.url)
const searchesAtOnce = 90
// Longer than a search waits for its slot, shorter than a statement may take.
const lockedMs = 500
const lines: Record<string, unknown>[] = []

let service: Service
beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const settings = { pageCache: 0 }
  service = await startService({ settings, logger, searchEntry, prepare: addLongTexts })
})
afterAll(() => service.stop())

/** Adds texts whose snippets take SQLite many milliseconds per search. */
async function addLongTexts(store: WriteStore): Promise<void> {
  if (engineUnderTest() !== 'sqlite') return
  const { id: municipalityId } = await store.db
    .selectFrom('municipalities')
    .select('id')
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

/** Runs `work` while searches are slow: on PostgreSQL, none ends before the ones in the queue have timed out. */
async function whileSlow<T>(work: () => Promise<T>): Promise<T> {
  if (engineUnderTest() === 'sqlite') return work()
  const { result } = await service.writing.transaction(async (db) => {
    await run(db, 'lock table search_vectors in access exclusive mode')
    const running = work()
    await pause(lockedMs)
    return { result: running }
  })
  return result
}

const search = async (q: string, key: string) =>
  (await service.v1(`search?q=${q}&per_page=100`, { key })).status

describe('an account that sends slow searches continuously, with several keys', () => {
  it('does not prevent searches of another account, and does not fill the log', async () => {
    const other = await service.newKey('other@pemberley.example')
    const keys = [service.key, await service.newKey(), await service.newKey()]
    const flooded = new Set<number>()
    const responses = await whileSlow(async () => {
      let isOver = false
      const flood = Array.from({ length: searchesAtOnce }, async (_, i) => {
        const key = keys[i % keys.length] ?? ''
        while (!isOver) flooded.add(await search('heron', key))
      })
      await pause(100)
      const statuses: number[] = []
      for (let i = 0; i < 6; i += 1) statuses.push(await search('ditch', other))
      await expect.poll(() => flooded.size, { timeout: 20_000 }).toBe(2)
      isOver = true
      await Promise.all(flood)
      return statuses
    })
    expect(responses).toEqual(Array(6).fill(200))
    expect(flooded).toEqual(new Set([200, 500]))
    const warnings = lines.filter(({ msg }) => msg === 'too many searches at once')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatchObject({ level: 40, count: 1 })
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})
