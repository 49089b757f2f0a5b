import { createKeyForEmail, type NewKey } from '../../src/access/keys.ts'
import { systemClock } from '../../src/core/clock.ts'
import { addMunicipality } from '../../src/importers/load/municipalities.ts'
import { migrate, openWriteStore, type WriteStore } from '../../src/store/open.ts'
import { emptyDatabase } from '../../test/support/database/fresh-store.ts'
import { newReeve, type Serving } from '../../test/support/process/reeve.ts'
import { town } from '../../test/support/towns/town.ts'
import { type Sent, Wire } from './wire.ts'

/** Options of a fleet. */
export interface FleetOrder {
  processes: number
  /** An empty database of the caller; by default a new one, which is removed. */
  databaseUrl?: string
  /** One URL for all, or one for each process; without it, processes count separately. */
  redisUrl?: string | ((index: number) => string)
  /** Settings of all processes. */
  settings?: Record<string, string>
}

/** A process of a fleet, and a client of it. */
export interface Member {
  serving: Serving
  wire: Wire
}

/** Several `reeve serve` processes with one database. */
export interface Fleet {
  members: readonly Member[]
  /** A handle for the test. */
  writing: WriteStore
  newKey(): Promise<NewKey>
  /** Stops all processes gracefully; resolves with the output of each, also on later calls. */
  stop(): Promise<string[]>
}

/** Runs `work` with a fleet of the built command. */
export async function withFleet<T>(
  order: FleetOrder,
  work: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  const fleet = await startFleet(order)
  try {
    return await work(fleet)
  } finally {
    await fleet.stop()
  }
}

async function startFleet({
  processes,
  databaseUrl,
  redisUrl,
  settings = {},
}: FleetOrder): Promise<Fleet> {
  const made = databaseUrl === undefined ? await emptyDatabase() : undefined
  const url = databaseUrl ?? made?.databaseUrl ?? ''
  const reeve = newReeve()
  const writing = openWriteStore(url)
  const remove = async () => {
    await writing.close()
    await reeve.remove()
    await made?.remove()
  }
  try {
    await migrate(writing)
    await addMunicipality(writing, town, systemClock)
    const start = async (_: unknown, index: number): Promise<Member> => {
      const memberRedisUrl = typeof redisUrl === 'function' ? redisUrl(index) : (redisUrl ?? 'none')
      const env = { DATABASE_URL: url, REDIS_URL: memberRedisUrl, LOG_LEVEL: 'warn', ...settings }
      const serving = await reeve.serve([], env)
      return { serving, wire: new Wire(serving.port) }
    }
    const members = await Promise.all(Array.from({ length: processes }, start))
    const account = { email: 'fleet@pemberley.example', name: null, keysMax: 1_000_000 }
    let stopped: Promise<string[]> | undefined
    const stop = async () => {
      for (const { serving, wire } of members) {
        wire.close()
        serving.signal('SIGTERM')
      }
      const ended = await Promise.all(members.map(({ serving }) => serving.ended))
      await remove()
      return ended.map(({ stdout, stderr }) => stdout + stderr)
    }
    return {
      members,
      writing,
      newKey: () => createKeyForEmail(writing, account, systemClock),
      stop: async () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A request that returns 200 for a valid key within its limit, and reads no records. */
export function keyCheck(key: string): Sent {
  return { method: 'GET', target: `/api/v1/${town.slug}/test`, headers: { 'x-api-key': key } }
}

/** Sends `count` requests over all members, with several concurrent requests each. */
export async function spread(
  { members }: Pick<Fleet, 'members'>,
  count: number,
  request: (member: Member) => Promise<void>,
): Promise<void> {
  const lanesEach = 8
  let left = count
  const lane = async (member: Member) => {
    while (left > 0) {
      left -= 1
      await request(member)
    }
  }
  await Promise.all(
    members.flatMap((member) => Array.from({ length: lanesEach }, () => lane(member))),
  )
}
