import { isCalendarDate, utcDate } from '../core/calendar-date.ts'
import type { OpenOptions } from '../importers/source.ts'
import { findReadUntil } from '../store/import-runs.ts'
import type { WriteStore } from '../store/open.ts'
import { CliError } from './cli-error.ts'

interface Run {
  store: WriteStore
  municipalityId: number
  importer: string
  /** ISO 8601. The start, because changes during the run may have been missed. */
  startedAt: string
}

/** Throws `CliError` unless `--since` is `last` or a date up to today in UTC; `now` in milliseconds. */
export function validateSince(since: string, now: number): void {
  if (since === 'last') return
  const today = utcDate(now)
  if (!isCalendarDate(since))
    throw new CliError(
      `--since must be a real date in the format YYYY-MM-DD, or last, not "${since}"`,
    )
  if (since > today)
    throw new CliError(
      `--since must not be later than today (${today} in UTC), or must be last, not "${since}"`,
    )
}

/** Resolves `last` to the date when the same source was last read. */
export function sinceOf(
  since: string | undefined,
  run: Run | undefined,
): NonNullable<OpenOptions['since']> {
  if (since !== 'last') return async () => since ?? null
  return async (source) => {
    const day = run && (await findReadUntil(run.store.db, { ...run, source }, run.startedAt))
    console.error(
      day === undefined
        ? `No complete import from ${source} is recorded; reading everything.`
        : `Reading changes since ${day}, when ${source} was last read.`,
    )
    return day ?? null
  }
}
