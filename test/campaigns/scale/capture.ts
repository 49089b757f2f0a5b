import { pino } from 'pino'
import { memoryCounters } from '../../../src/access/counters.ts'
import { createKeyOf } from '../../../src/access/keys.ts'
import { buildApp } from '../../../src/app.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { openReadStore, openWriteStore } from '../../../src/store/open.ts'
import { testConfig } from '../../support/service/app.ts'
import type { Ask } from './asks.ts'

/** A statement as a request made it. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/** The real service over a database that is there, in this process, so that its statements can be heard. */
export interface Capture {
  /** What a request answers, and the statements that it made. */
  ask(path: string): Promise<{ status: number; json: unknown; statements: Statement[] }>
  /** The statements of a request; and, where it is a list of v1, those of its second page and of one far in. */
  statementsOf(ask: Ask): Promise<{ statements: Statement[]; failed: string | undefined }>
  close(): Promise<void>
}

const pagesTurned = 12

export async function capture(databaseUrl: string): Promise<Capture> {
  const heard: Statement[] = []
  const writing = openWriteStore(databaseUrl, 'serving')
  const store = openReadStore(databaseUrl, (text, values) => {
    if (!/^(begin|start transaction|commit|rollback)/.test(text)) heard.push({ text, values })
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
  const { key } = await createKeyOf(writing, { email, name: null, keysMax: 1000 }, systemClock)
  const ask: Capture['ask'] = async (path) => {
    heard.length = 0
    const answer = await app.inject({ url: path, headers: { 'x-api-key': key } })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const json = isJson ? answer.json() : undefined
    return { status: answer.statusCode, json, statements: [...heard] }
  }
  return {
    ask,
    async statementsOf({ group, path }) {
      const first = await ask(path)
      const answers = [first]
      const cursor = group === 'list' ? nextOf(first.json) : undefined
      if (cursor !== undefined) {
        const onward = (after: string, size: number) =>
          ask(`${path}&per_page=${size}&cursor=${after}`)
        let far = cursor
        for (let turned = 0; turned < pagesTurned; turned += 1)
          far = nextOf((await onward(far, 100)).json) ?? far
        answers.push(await onward(cursor, 20), await onward(far, 20))
      }
      const wrong = answers.find(({ status }) => status !== 200 && status !== 404)
      return {
        statements: answers.flatMap(({ statements }) => statements),
        failed: wrong === undefined ? undefined : `answered ${wrong.status}`,
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
