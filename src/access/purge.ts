import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { dayMs, utcDate } from '../core/calendar-date.ts'
import type { WriteStore } from '../store/open.ts'
import { deleteKeysRevokedBefore } from './queries.ts'
import { retention } from './retention.ts'
import { deleteExpiredSessions } from './sessions/queries.ts'
import { sessionTimes } from './sessions/sessions.ts'
import { deleteUsage, listKeyIds } from './usage/queries.ts'

// Keeps each statement to a few milliseconds, because SQLite blocks the process.
const rowsAtOnce = 500

type Transact = WriteStore['transaction']

/** Deletes old usage, expired sessions and keys revoked long ago, in short transactions, between which others write. */
export async function purge(transact: Transact, now: number): Promise<void> {
  await deleteUsageBefore(transact, utcDate(now - retention.usageDays * dayMs))
  const times = sessionTimes(now)
  await untilNone(() => transact((db) => deleteExpiredSessions(db, times, rowsAtOnce)))
  const revokedBefore = new Date(now - retention.revokedKeyDays * dayMs).toISOString()
  await untilNone(() => transact((db) => deleteKeysRevokedBefore(db, revokedBefore, rowsAtOnce)))
}

/** Deletes old usage by key, because no index leads to old rows. */
async function deleteUsageBefore(transact: Transact, before: string): Promise<void> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const after: string = last
    last = await transact(async (db) => {
      const ids = await listKeyIds(db, after, rowsAtOnce)
      await deleteUsage(db, ids, before)
      return ids.at(-1)
    })
    await yieldToEventLoop()
  }
}

async function untilNone(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) > 0) await yieldToEventLoop()
}
