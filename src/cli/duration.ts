import { dayMs } from '../core/calendar-date.ts'
import { CliError } from './cli-error.ts'

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: dayMs }
// More often would burden the portals of others.
const shortestMs = 600_000
const longestMs = 31 * dayMs

/** Milliseconds of a duration such as 30m, 6h or 1d. Throws `CliError`. */
export function readDuration(text: string, option: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const milliseconds = Number(count) * (unitMs[unit] ?? Number.NaN)
  if (milliseconds >= shortestMs && milliseconds <= longestMs) return milliseconds
  throw new CliError(`${option} must be a duration from 10m to 31d, such as 6h, not "${text}"`)
}
