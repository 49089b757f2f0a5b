import { isCalendarDate } from '../core/calendar-date.ts'
import type { OpenOptions } from '../importers/source.ts'
import { findReadUntil } from '../store/import-runs.ts'
import type { WriteStore } from '../store/open.ts'
import { CliError } from './cli-error.ts'

/** A run of an import into a municipality that is there. */
interface Run {
  store: WriteStore
  municipalityId: number
  importer: string
  /** ISO 8601. The start, not the end: what changed while it read may not have been read. */
  startedAt: string
}

/** Throws `CliError` where `--since` is neither `last` nor a day that has begun in UTC; `now` in milliseconds. */
export function validateSince(since: string, now: number): void {
  if (since === 'last') return
  const today = new Date(now).toISOString().slice(0, 10)
  if (!isCalendarDate(since))
    throw new CliError(
      `--since must be a real date written YYYY-MM-DD, or the word last, not "${since}"`,
    )
  if (since > today)
    throw new CliError(
      `--since must be no later than today, ${today} in UTC, or the word last, not "${since}"`,
    )
}

/** How a source is told the day that was asked for; `last` is when that very source was last read, and is said. */
export function sinceOf(
  since: string | undefined,
  run: Run | undefined,
): NonNullable<OpenOptions['since']> {
  if (since !== 'last') return async () => since ?? null
  return async (source) => {
    const day = run && (await findReadUntil(run.store.db, { ...run, source }, run.startedAt))
    console.error(
      day === undefined
        ? `No import from ${source} is on record that leaves nothing unread: everything is read.`
        : `Reading what changed since ${day}, when ${source} was last read.`,
    )
    return day ?? null
  }
}
