import { expect } from 'vitest'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { load } from '../../../src/importers/load/load.ts'
import { addMunicipality, findTarget } from '../../../src/importers/load/municipalities.ts'
import { logicalHash } from '../../../src/store/copy/logical-hash.ts'
import { migrate, openWriteStore, type WriteStore } from '../../../src/store/open.ts'
import type { Reeve } from '../process/reeve.ts'
import { lowmere, openLowmere } from '../sample/service.ts'
import type { ApiResponse, Service } from '../service/service.ts'
import { sourceOf, town, townRecords } from '../towns/town.ts'
import { withDatabase } from './sqlite-database.ts'

/** Runs `work` on its own handle. */
export async function withStore<T>(
  databaseUrl: string,
  work: (store: WriteStore) => Promise<T>,
): Promise<T> {
  const store = openWriteStore(databaseUrl)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export const hashOf = (databaseUrl: string) => withStore(databaseUrl, (store) => logicalHash(store))

/** The day of the sample data in a filled database. */
export const sampleDay: Clock = { now: () => Date.UTC(2026, 5, 1, 16), monotonic: () => 0 }

/** The fixture town, from which some records were removed, and the sample data. */
export async function fillDatabase(databaseUrl: string): Promise<void> {
  await withStore(databaseUrl, async (store) => {
    await migrate(store)
    const rest = { prune: true, dryRun: false, clock: systemClock }
    const target = await addMunicipality(store, town, systemClock)
    const records = townRecords()
    await load(store, { target, source: sourceOf(records), ...rest })
    const fewer = records.filter(({ kind }, i) => kind !== 'motion' || i % 3 !== 0)
    await load(store, { target, source: sourceOf(fewer), ...rest })
    const sampleTown = await addMunicipality(store, lowmere, systemClock)
    await load(store, { target: sampleTown, source: openLowmere(sampleDay), ...rest })
  })
  withDatabase(databaseUrl, (db) => {
    // The highest ids were assigned and deleted again, and a parent has a higher id than its child.
    db.exec(`insert into votes (motion_id, person_name, value) select id, 'Gone', 'For' from motions limit 5;
      delete from votes where person_name = 'Gone'`)
    db.exec(`update organizations set parent_id = (select id from organizations where key = 'o-other')
      where key = 'o-council'`)
  })
}

const votesOfMotion = 200

/** Imports motions with `count` votes into a database that has the fixture town. */
export async function addVotes(databaseUrl: string, count: number): Promise<void> {
  const records = Array.from({ length: Math.ceil(count / votesOfMotion) }, (_, motion) => ({
    kind: 'motion',
    key: `with-votes-${motion}`,
    position: motion + 1,
    date: '2024-01-05',
    votes: Array.from({ length: votesOfMotion }, (__, vote) => ({
      name: `Councillor ${vote}`,
      value: 'For',
      reason: `as cast, é ${motion}`,
    })),
  }))
  await withStore(databaseUrl, async (store) => {
    const target = await findTarget(store, town.slug)
    if (target === undefined) throw new Error(`${databaseUrl} has no fixture town`)
    const source = sourceOf(records, 'votes')
    await load(store, { target, source, prune: false, dryRun: false, clock: systemClock })
  })
}

/** The site and the API of the built process. */
export interface ServedSite extends Pick<Service, 'url' | 'v1' | 'ocd'> {
  stop(): Promise<void>
}

/** Serves a database; `key` is used for lists. On the same port, equal data give equal responses. */
export async function serveSite(
  reeve: Reeve,
  databaseUrl: string,
  { port, key }: { port: number; key: () => string },
): Promise<ServedSite> {
  const settings = { PORT: String(port), RATE_LIMIT: '1000000' }
  const serving = await reeve.serve([], { DATABASE_URL: databaseUrl, ...settings })
  const url = `http://localhost:${port}`
  const call = async (path: string, headers: Record<string, string> = {}): Promise<ApiResponse> => {
    const response = await fetch(url + path, { headers })
    const body = await response.text()
    return { status: response.status, headers: response.headers, body, json: JSON.parse(body) }
  }
  return {
    url,
    v1: (path, options) =>
      call(`/api/v1/${town.slug}/${path}`, { 'x-api-key': options?.key ?? key() }),
    ocd: (path) => call(`/api/ocd/${town.slug}/${path}`),
    async stop() {
      serving.signal('SIGTERM')
      expect(await serving.ended).toMatchObject({ status: 0, stderr: '' })
    },
  }
}
