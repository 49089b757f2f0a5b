import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect } from 'vitest'
import { createKeyOf } from '../../src/access/keys.ts'
import { buildApp, type Parts } from '../../src/app.ts'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { load } from '../../src/importers/load/load.ts'
import { addMunicipality, type NewMunicipality } from '../../src/importers/load/municipalities.ts'
import type { OpenedSource } from '../../src/importers/source.ts'
import { migrate, openReadStore, openWriteStore, type WriteStore } from '../../src/store/open.ts'
import { freePort } from './checkout.ts'
import { openapiFaults } from './openapi-check.ts'
import { sourceOf, town, townRecords } from './town.ts'

/** An answer, whole. `json` is undefined where the body is not JSON. */
export interface Answer {
  status: number
  headers: Headers
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies whose shape it is about to check.
  json: any
}

interface CallOptions {
  method?: string
  headers?: Record<string, string>
  /** null sends no key. */
  key?: string | null
}

/** A running service over a database of its own. */
export interface Service {
  url: string
  port: number
  /** A key with a limit that no test reaches, unless the service was started with one. */
  key: string
  databaseUrl: string
  writing: WriteStore
  /** Every statement that the serving handle ran since the last reset. */
  statements: string[]
  /** Calls a path; every answer is checked against openapi.json. */
  call(path: string, options?: CallOptions): Promise<Answer>
  /** Calls `/api/v1/<town>/<path>`. */
  v1(path: string, options?: CallOptions): Promise<Answer>
  /** Calls `/api/ocd/<town>/<path>`, without a key. */
  ocd(path: string, options?: CallOptions): Promise<Answer>
  newKey(): Promise<string>
  stop(): Promise<void>
}

export interface ServiceOptions {
  municipality?: NewMunicipality
  source?: OpenedSource
  rateLimit?: number
  clock?: Clock
  /** Settings that differ from those of the tests. */
  settings?: Partial<Parts['config']>
  logger?: FastifyBaseLogger
  /** Shows the address of the service itself in calls to paste, so that they can be pasted. */
  baseUrlIsSite?: boolean
}

const generousLimit = 1_000_000

/** The settings of a site at this address; the API has another, so that nobody takes one for the other. */
export function testConfig(siteUrl: string): Parts['config'] {
  return {
    siteUrl,
    baseUrl: 'https://api.example',
    rateLimit: 100,
    keysPerAccount: 10,
    signups: 'open',
    signInAllowed: true,
    trustProxy: [],
    securityContact: null,
  }
}

/** A database file of its own, migrated, in a folder that `remove` deletes. */
export async function freshStore(): Promise<{
  store: WriteStore
  databaseUrl: string
  remove: () => Promise<void>
}> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-test-'))
  const databaseUrl = `sqlite:${join(folder, 'reeve.db')}`
  const store = openWriteStore(databaseUrl)
  await migrate(store)
  const remove = async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { store, databaseUrl, remove }
}

/** Starts the real server on a free port of the loopback, with the fixture town unless told otherwise. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const clock = options.clock ?? systemClock
  const { store: writing, databaseUrl, remove } = await freshStore()
  const municipality = options.municipality ?? town
  const target = await addMunicipality(writing, municipality, clock)
  const source = options.source ?? sourceOf(townRecords())
  await load(writing, { target, source, prune: false, dryRun: false, clock })
  const statements: string[] = []
  const store = openReadStore(databaseUrl, (text) => {
    if (!/^(begin|commit|rollback)/.test(text)) statements.push(text)
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = {
    ...testConfig(url),
    rateLimit: options.rateLimit ?? generousLimit,
    ...(options.baseUrlIsSite === true ? { baseUrl: url } : {}),
    ...options.settings,
  }
  const app = await buildApp({
    config,
    store,
    writing,
    clock,
    logger: options.logger ?? pino({ level: 'silent' }),
    version: 'test',
  })
  await app.listen({ host: '127.0.0.1', port })
  const newKey = async () => {
    const made = await createKeyOf(
      writing,
      { email: 'tests@pemberley.example', name: null, keysMax: 100_000 },
      clock,
    )
    return made.key
  }
  const key = await newKey()
  const call = (
    path: string,
    { method = 'GET', headers = {}, key: sent = null }: CallOptions = {},
  ) => callChecked(url, path, method, sent === null ? headers : { 'x-api-key': sent, ...headers })
  return {
    url,
    port,
    key,
    databaseUrl,
    writing,
    statements,
    call,
    v1: (path, call1 = {}) => call(`/api/v1/${municipality.slug}/${path}`, { key, ...call1 }),
    ocd: (path, call1 = {}) => call(`/api/ocd/${municipality.slug}/${path}`, call1),
    newKey,
    stop: async () => {
      await app.close()
      await store.close()
      await remove()
    },
  }
}

async function callChecked(
  url: string,
  path: string,
  method: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url + path, { method, headers, redirect: 'manual' })
  const body = await response.text()
  const pathname = path.split('?', 1)[0] ?? ''
  const isJson =
    response.headers.get('content-type')?.startsWith('application/json') === true && body !== ''
  if (pathname.startsWith('/api/') && !pathname.startsWith('/api/v1/docs')) {
    const answer = { method, pathname, status: response.status, headers: response.headers, body }
    expect(
      openapiFaults(answer),
      `${method} ${path} → ${response.status} ${body.slice(0, 300)}`,
    ).toEqual([])
  }
  return {
    status: response.status,
    headers: response.headers,
    body,
    json: isJson ? JSON.parse(body) : undefined,
  }
}
