import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { WriteStore } from '../store/open.ts'
import { deleteKeysRevokedBefore } from './queries.ts'
import { deleteExpiredSessions } from './sessions/queries.ts'
import { sessionTimes } from './sessions/sessions.ts'
import { dayOf } from './usage/usage-buffer.ts'
import { deleteUsageBefore } from './usage/write-usage.ts'

const dayMs = 24 * 60 * 60 * 1000
const usageKeptDays = 400
const revokedKeysKeptDays = 90
// Keeps each statement to a few milliseconds, because SQLite blocks the process.
const rowsAtOnce = 500

type Writer = WriteStore['db']

/** Deletes old usage, expired sessions and keys revoked long ago. */
export async function purge(db: Writer, now: number): Promise<void> {
  await deleteUsageBefore(db, dayOf(now, usageKeptDays))
  const times = sessionTimes(now)
  await untilNone(() => deleteExpiredSessions(db, times, rowsAtOnce))
  const revokedBefore = new Date(now - revokedKeysKeptDays * dayMs).toISOString()
  await untilNone(() => deleteKeysRevokedBefore(db, revokedBefore, rowsAtOnce))
}

async function untilNone(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) > 0) await yieldToEventLoop()
}
