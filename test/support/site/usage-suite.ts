import { afterEach, beforeEach } from 'vitest'
import { createKeyForEmail } from '../../../src/access/keys.ts'
import { type KeyUsage, UsageTracker } from '../../../src/access/usage/usage-tracker.ts'
import { openReadStore, type ReadStore, type WriteStore } from '../../../src/store/open.ts'
import { type FreshStore, freshStore } from '../database/fresh-store.ts'
import { rowsOf } from '../database/inspector.ts'

/** What each usage test has. */
interface Stage {
  databaseUrl: string
  writing: WriteStore
  /** Number of transactions since the last key was created. */
  transactions: number
  /** Errors reported by the tracker. */
  errors: unknown[]
}

/** Gives each test of a file a database and a clock that only `at` moves. */
export function activityForEachTest() {
  const stage = {} as Stage
  let fresh: FreshStore
  let store: ReadStore
  let now: number
  const clock = { now: () => now, monotonic: () => now }
  const at = (time: string) => {
    now = Date.parse(time)
  }

  beforeEach(async () => {
    fresh = await freshStore()
    stage.databaseUrl = fresh.databaseUrl
    stage.transactions = 0
    stage.writing = counted(fresh.store, stage)
    store = openReadStore(stage.databaseUrl)
    stage.errors = []
    at('2026-03-05T12:34:56.789Z')
  })
  afterEach(async () => {
    await store.close()
    await fresh.remove()
  })

  const newActivity = () =>
    new UsageTracker({
      store,
      writing: stage.writing,
      clock,
      onError: (error) => stage.errors.push(error),
    })

  async function newKey(email = 'ada@town.example'): Promise<string> {
    const made = await createKeyForEmail(stage.writing, { email, name: null, keysMax: 100 }, clock)
    stage.transactions = 0
    return made.id
  }

  const rows = <T = Record<string, unknown>>(text: string) => rowsOf<T>(stage.databaseUrl, text)
  const storedUsage = () =>
    rows('select api_key_id as id, day, requests, refused from key_usage order by id, day')

  return { stage, at, newActivity, newKey, rows, storedUsage }
}

/** The same store, with its transactions counted. */
function counted(store: WriteStore, stage: Stage): WriteStore {
  return {
    ...store,
    transaction: (work) => {
      stage.transactions += 1
      return store.transaction(work)
    },
  }
}

/** Counts `requests` admitted and `rejected` rejected requests of a key. */
export function count(activity: UsageTracker, keyId: string, requests: number, rejected = 0): void {
  for (let i = 0; i < requests; i += 1) activity.countRequest(keyId, true)
  for (let i = 0; i < rejected; i += 1) activity.countRequest(keyId, false)
}

/** Usage of one key in the last days. */
export const usageOf = async (activity: UsageTracker, keyId: string, days: number) =>
  (await activity.usageOf([keyId], days)).get(keyId)

/** Requests and rejected requests of each day. */
export const sums = (usage: KeyUsage | undefined) => usage?.days.map((d) => [d.requests, d.refused])
