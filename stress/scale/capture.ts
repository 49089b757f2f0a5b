import { pino } from 'pino'
import { memoryCounters } from '../../src/access/counters.ts'
import { createKeyForEmail } from '../../src/access/keys.ts'
import { buildApp } from '../../src/app.ts'
import { systemClock } from '../../src/core/clock.ts'
import { openReadStore, openWriteStore } from '../../src/store/open.ts'
import { testConfig } from '../../test/support/service/app.ts'
import type { ListRequest } from './list-requests.ts'

/** A statement of a request. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/** The service in this process on an existing database, with its statements recorded. */
export interface Capture {
  /** The response to a request, and its statements. */
  request(path: string): Promise<{ status: number; json: unknown; statements: Statement[] }>
  /** The statements of a request; for a v1 list, also those of its second page and of a late page. */
  statementsOf(
    request: ListRequest,
  ): Promise<{ statements: Statement[]; failed: string | undefined }>
  close(): Promise<void>
}

const pagesTurned = 12

export async function capture(databaseUrl: string): Promise<Capture> {
  const recorded: Statement[] = []
  const writing = openWriteStore(databaseUrl, 'serving')
  const store = openReadStore(databaseUrl, (text, values) => {
    if (!/^(begin|start transaction|commit|rollback)/.test(text)) recorded.push({ text, values })
  })
  const config = { ...testConfig('http://127.0.0.1'), rateLimit: 1_000_000 }
  const app = await buildApp({
    config,
    store,
    writing,
    counters: memoryCounters(config.rateLimit, systemClock),
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    version: 'test',
  })
  const email = 'scale@town.example'
  const { key } = await createKeyForEmail(
    writing,
    { email, name: null, keysMax: 1000 },
    systemClock,
  )
  const request: Capture['request'] = async (path) => {
    recorded.length = 0
    const response = await app.inject({ url: path, headers: { 'x-api-key': key } })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const json = isJson ? response.json() : undefined
    return { status: response.statusCode, json, statements: [...recorded] }
  }
  return {
    request,
    async statementsOf({ group, path }) {
      const first = await request(path)
      const responses = [first]
      const cursor = group === 'list' ? nextOf(first.json) : undefined
      if (cursor !== undefined) {
        const onward = (after: string, size: number) =>
          request(`${path}&per_page=${size}&cursor=${after}`)
        let far = cursor
        for (let turned = 0; turned < pagesTurned; turned += 1)
          far = nextOf((await onward(far, 100)).json) ?? far
        responses.push(await onward(cursor, 20), await onward(far, 20))
      }
      const wrong = responses.find(({ status }) => status !== 200 && status !== 404)
      return {
        statements: responses.flatMap(({ statements }) => statements),
        failed: wrong === undefined ? undefined : `returned ${wrong.status}`,
      }
    },
    async close() {
      await app.close()
      await store.close()
      await writing.close()
    },
  }
}

function nextOf(json: unknown): string | undefined {
  const { pagination } = json as { pagination?: { next_cursor: string | null } }
  return pagination?.next_cursor ?? undefined
}
