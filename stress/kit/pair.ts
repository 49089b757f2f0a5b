import { createKeyForEmail } from '../../src/access/keys.ts'
import type { Clock } from '../../src/core/clock.ts'
import { load } from '../../src/importers/load/load.ts'
import { addMunicipality, type NewMunicipality } from '../../src/importers/load/municipalities.ts'
import type { OpenedSource } from '../../src/importers/source.ts'
import type { WriteStore } from '../../src/store/open.ts'
import type { EngineName } from '../../test/support/database/fresh-store.ts'
import { lowmere, openLowmere } from '../../test/support/sample/service.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { sourceOf, town } from '../../test/support/towns/town.ts'
import { townWithEdges } from '../../test/support/towns/town-with-edges.ts'
import { oddRecords } from './odd-town.ts'
import type { Random } from './random.ts'
import { type Reply, type Sent, Wire } from './wire.ts'

const keyCount = 4
const pagingKeyCount = 12

/** A clock of two services, which only the test moves. */
class StillClock implements Clock {
  #now = Date.UTC(2026, 2, 5, 12)

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#now
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds
  }
}

/** Two services with one record, keys, secrets and clock, on SQLite and on PostgreSQL. */
export interface Pair {
  clock: StillClock
  keys: readonly string[]
  /** Keys for requests that follow pages, so that they do not use up the limits of the others. */
  pagingKeys: readonly string[]
  /** Slugs of the municipalities, and words of their texts. */
  towns: readonly string[]
  /** Sends a request to both services; what must differ is removed from the responses. */
  send(sent: Sent): Promise<[sqlite: Reply, postgres: Reply]>
  close(): Promise<void>
}

export async function openPair(random: Random, rateLimit: number): Promise<Pair> {
  const clock = new StillClock()
  const odd = ['odd-one', 'odd-two'].map((slug, index) => ({
    municipality: {
      ...town,
      slug,
      divisionId: `ocd-division/country:ca/csd:99001${index}0`,
    },
    records: oddRecords(random),
  }))
  const fill = async (store: WriteStore) => {
    const add = async (municipality: NewMunicipality, source: OpenedSource) => {
      const target = await addMunicipality(store, municipality, clock)
      await load(store, { target, source, prune: false, dryRun: false, clock })
    }
    await add(lowmere, openLowmere(clock))
    for (const { municipality, records } of odd) await add(municipality, sourceOf(records))
  }
  const start = (engine: EngineName, alike: (store: WriteStore) => Promise<unknown>) =>
    startService({
      engine,
      clock,
      rateLimit,
      // An ETag differs with the URLs in its body.
      settings: { siteUrl: 'https://reeve.example' },
      source: sourceOf(townWithEdges()),
      prepare: async (store) => {
        await fill(store)
        await alike(store)
      },
    })
  const keys: string[] = []
  const sqlite = await start('sqlite', async (store) => {
    for (let i = 0; i < keyCount + pagingKeyCount; i += 1) {
      const email = `owner${i}@pemberley.example`
      keys.push((await createKeyForEmail(store, { email, name: null, keysMax: 1 }, clock)).key)
    }
  })
  const postgres = await start('postgres', (store) => copyAccess(sqlite.writing, store))
  const sides = [sideOf(sqlite), sideOf(postgres)] as const
  return {
    clock,
    keys: keys.slice(0, keyCount),
    pagingKeys: keys.slice(keyCount),
    towns: [town.slug, lowmere.slug, ...odd.map(({ municipality }) => municipality.slug)],
    send: (sent) => Promise.all([sides[0].send(sent), sides[1].send(sent)]),
    close: async () => {
      for (const { close } of sides) await close()
    },
  }
}

/** Copies keys and the secret that signs cursors from another database. */
async function copyAccess(from: WriteStore, to: WriteStore): Promise<void> {
  for (const table of ['api_keys', 'accounts', 'secrets'] as const)
    await to.db.deleteFrom(table).execute()
  for (const table of ['accounts', 'api_keys', 'secrets'] as const) {
    const rows = await from.db.selectFrom(table).selectAll().execute()
    await to.db
      .insertInto(table)
      .values(rows as never)
      .execute()
  }
}

function sideOf(service: Service): { send(sent: Sent): Promise<Reply>; close(): Promise<void> } {
  const wire = new Wire(service.port)
  return {
    async send(sent) {
      const reply = await wire.send(sent)
      const id = reply.headers.get('x-request-id') ?? ''
      for (const name of ['date', 'x-request-id']) reply.headers.delete(name)
      return id === '' ? reply : { ...reply, body: reply.body.replaceAll(id, '{id}') }
    },
    close: async () => {
      wire.close()
      await service.stop()
    },
  }
}
