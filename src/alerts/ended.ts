import type { Kysely } from 'kysely'
import { dayMs } from '../core/calendar-date.ts'
import { noteGone, noteRead, type StoredAlert } from '../store/alerts.ts'
import type { WriteStore } from '../store/open.ts'
import type { Tables } from '../store/tables.ts'

/** A page may be missing between two imports, or until a mistake is mended. */
const goneDays = 7

/**
 * Notes since when the page of an alert is missing. Returns whether its reader is to hear of it, which is once, after a
 * week.
 */
export async function noteMissing(
  writing: WriteStore,
  { id, gone_since: since, read_at }: StoredAlert,
  now: number,
): Promise<boolean> {
  if (since === null) {
    await writing.transaction((db) => noteGone(db, id, new Date(now).toISOString()), 'access')
    return false
  }
  const end = Date.parse(since) + goneDays * dayMs
  return end <= now && Date.parse(read_at) < end
}

/** Notes that readers hear of it. A page that comes back has news from then on. */
export async function noteEnds(
  db: Kysely<Tables>,
  ended: readonly StoredAlert[],
  readAt: string,
): Promise<void> {
  for (const alert of ended) {
    const { title, gone_since: goneSince } = alert
    await noteRead(db, alert, { readAt, title, goneSince, isMailed: true })
  }
}
