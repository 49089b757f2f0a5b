import { readConfig } from '../config/config.ts'
import { dayMs } from '../core/calendar-date.ts'
import { CliError } from './cli-error.ts'

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: dayMs,
}
const longestMs = 31 * dayMs

/** Milliseconds of a duration such as 30m, 6h or 1d. Throws `CliError`. */
export function readDuration(text: string, option: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  const milliseconds = Number(count) * (unitMs[unit] ?? Number.NaN)
  const { syncMinSeconds } = readConfig()
  if (milliseconds >= syncMinSeconds * 1000 && milliseconds <= longestMs) return milliseconds
  const shortest = syncMinSeconds % 60 === 0 ? `${syncMinSeconds / 60}m` : `${syncMinSeconds}s`
  throw new CliError(
    `${option} must be a duration from ${shortest} to 31d, such as 6h, not "${text}"`,
  )
}
