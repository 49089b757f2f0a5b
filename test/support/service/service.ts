import type { FastifyBaseLogger } from 'fastify'
import { expect } from 'vitest'
import { createKeyForEmail } from '../../../src/access/keys.ts'
import type { AppOptions } from '../../../src/app.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { load } from '../../../src/importers/load/load.ts'
import {
  addMunicipality,
  type NewMunicipality,
} from '../../../src/importers/load/municipalities.ts'
import type { OpenedSource } from '../../../src/importers/source.ts'
import {
  openReadStore,
  openServingStore,
  openWriteStore,
  type WriteStore,
} from '../../../src/store/open.ts'
import {
  copiedStore,
  type EngineName,
  type FreshStore,
  freshStore,
  freshTown,
} from '../database/fresh-store.ts'
import { openapiProblems } from '../openapi/check-response.ts'
import { freePort } from '../process/checkout.ts'
import { sourceOf, town, townRecords } from '../towns/town.ts'
import { buildTestApp, testConfig } from './app.ts'

/** JSON of a response; tests check each field that they read. */
// biome-ignore lint/suspicious/noExplicitAny: a type here would only repeat what the checks beside it say.
export type Json = any

/** `json` is undefined if the body is not JSON. */
export interface ApiResponse {
  status: number
  headers: Headers
  body: string
  json: Json
}

export interface Statement {
  text: string
  values: readonly unknown[]
}

interface CallOptions {
  method?: string
  headers?: Record<string, string>
  /** null sends no key. */
  key?: string | null
}

/** A running service with its own database. */
export interface Service {
  url: string
  port: number
  /** A key with a rate limit that no test reaches, unless the service was started with a lower one. */
  key: string
  databaseUrl: string
  writing: WriteStore
  /** Every statement that the serving handle ran since the last reset. */
  statements: string[]
  /** The same with their values, without resets. */
  executed: Statement[]
  /** Calls a path; every response is checked against openapi.json. */
  call(path: string, options?: CallOptions): Promise<ApiResponse>
  /** Calls `/api/v1/<town>/<path>`. */
  v1(path: string, options?: CallOptions): Promise<ApiResponse>
  /** Calls `/api/ocd/<town>/<path>`, without a key. */
  ocd(path: string, options?: CallOptions): Promise<ApiResponse>
  newKey(email?: string): Promise<string>
  stop(): Promise<void>
}

export interface ServiceOptions {
  municipality?: NewMunicipality
  /** The source to import, or a function that opens the same source each time; default: the fixture town. */
  source?: OpenedSource | (() => Promise<OpenedSource>)
  rateLimit?: number
  clock?: Clock
  /** Settings that differ from those of the tests. */
  settings?: Partial<AppOptions['config']>
  branding?: AppOptions['branding']
  logger?: FastifyBaseLogger
  metrics?: AppOptions['metrics']
  downloads?: AppOptions['downloads']
  mailer?: AppOptions['mailer']
  /** Shows the real URL of the service in example requests. */
  baseUrlIsSite?: boolean
  /** The database engine, if it is not that of the test run. */
  engine?: EngineName
  /** The script of SQLite's search thread, as in a started server. */
  searchEntry?: URL
  /** Changes the database before the service starts. */
  prepare?: (store: WriteStore) => Promise<unknown>
}

const generousLimit = 1_000_000

/** Starts the real server on a free port of 127.0.0.1, with the fixture town by default. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const clock = options.clock ?? systemClock
  const municipality = options.municipality ?? town
  const { store: importing, databaseUrl, remove } = await filledStore(municipality, options)
  const writing = openWriteStore(databaseUrl, 'serving')
  await options.prepare?.(importing)
  const statements: string[] = []
  const executed: Statement[] = []
  const { searchEntry } = options
  const store =
    searchEntry === undefined
      ? openReadStore(databaseUrl, (text, values) => {
          if (/^(begin|start transaction|commit|rollback)/.test(text)) return
          statements.push(text)
          executed.push({ text, values })
        })
      : openServingStore(databaseUrl, searchEntry)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = {
    ...testConfig(url),
    databaseUrl,
    rateLimit: options.rateLimit ?? generousLimit,
    ...(options.baseUrlIsSite === true ? { baseUrl: url } : {}),
    ...options.settings,
  }
  const { branding, logger, metrics, downloads, mailer } = options
  const given = {
    ...(branding && { branding }),
    ...(logger && { logger }),
    ...(metrics && { metrics }),
    ...(downloads && { downloads }),
    ...(mailer && { mailer }),
  }
  const app = await buildTestApp({ config, store, writing, clock, ...given })
  await app.listen({ host: '127.0.0.1', port })
  const newKey = async (email = 'tests@pemberley.example') => {
    const made = await createKeyForEmail(writing, { email, name: null, keysMax: 100_000 }, clock)
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
    executed,
    call,
    v1: (path, call1 = {}) => call(`/api/v1/${municipality.slug}/${path}`, { key, ...call1 }),
    ocd: (path, call1 = {}) => call(`/api/ocd/${municipality.slug}/${path}`, call1),
    newKey,
    stop: async () => {
      await app.close()
      await store.close()
      await writing.close()
      await remove()
    },
  }
}

/** A database with the municipality and its records, copied from an earlier test where possible. */
async function filledStore(
  municipality: NewMunicipality,
  { source, clock, engine }: ServiceOptions,
): Promise<FreshStore> {
  const isTown = municipality === town && source === undefined
  if (isTown && clock === undefined) return freshTown(engine)
  const fill = async (store: WriteStore) => {
    const target = await addMunicipality(store, municipality, clock ?? systemClock)
    const opened = typeof source === 'function' ? await source() : source
    const given = { target, source: opened ?? sourceOf(townRecords()), prune: false, dryRun: false }
    await load(store, { ...given, clock: clock ?? systemClock })
  }
  if (clock === undefined && typeof source === 'function')
    return copiedStore(JSON.stringify(municipality), fill, engine)
  const fresh = await freshStore(engine)
  await fill(fresh.store)
  return fresh
}

/** Unless a test asks for it, because compressing takes longer than most responses, and fetch would accept it. */
export const uncompressed = { 'accept-encoding': 'identity' }

async function callChecked(
  url: string,
  path: string,
  method: string,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const accepted = { ...uncompressed, ...headers }
  const response = await fetch(url + path, { method, headers: accepted, redirect: 'manual' })
  const body = await response.text()
  const pathname = path.split('?', 1)[0] ?? ''
  const isJson =
    response.headers.get('content-type')?.startsWith('application/json') === true && body !== ''
  if (pathname.startsWith('/api/') && !pathname.startsWith('/api/v1/docs')) {
    const actual = { method, pathname, status: response.status, headers: response.headers, body }
    expect(
      openapiProblems(actual),
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
