import { dayMs } from '../core/calendar-date.ts'
import type { RememberedSource } from './sources.ts'

/** Without an interval, a source that was read longer ago is late: imports run every night, or every week at least. */
export const lateAfterDays = 7
/** Councils pause for summers and elections, but not for longer. */
export const silentAfterDays = 120
/** The start of an import stays if its process is killed, until the next import of the municipality. */
const runningMaxMs = dayMs

/** `down`: several sources of its hosts could not be read in a row; `stopped`: reads succeed, and bring nothing new. */
export type SourceState = 'ok' | 'late' | 'failing' | 'stopped' | 'running' | 'down'

type StoredState = Pick<
  RememberedSource,
  | 'result'
  | 'checkedAt'
  | 'runningSince'
  | 'failingSince'
  | 'intervalSeconds'
  | 'newestRecord'
  | 'downSince'
>

/** The state of a source, and since when it has it (ISO 8601); null if it is `ok`. */
export function sourceStateOf(
  source: StoredState,
  now: number,
): { state: SourceState; since: string | null } {
  const { runningSince } = source
  return runningSince !== null && now - Date.parse(runningSince) < runningMaxMs
    ? { state: 'running', since: runningSince }
    : restingStateOf(source, now)
}

/** The state of a source apart from an import that runs. */
export function restingStateOf(
  source: StoredState,
  now: number,
): { state: Exclude<SourceState, 'running'>; since: string | null } {
  const { result, checkedAt, failingSince, newestRecord, downSince } = source
  if (downSince !== null) return { state: 'down', since: downSince }
  if (result !== 'done') return { state: 'failing', since: failingSince ?? checkedAt }
  const lateAt = Date.parse(checkedAt) + lateAfterMs(source)
  if (now >= lateAt) return { state: 'late', since: new Date(lateAt).toISOString() }
  if (isSilent(newestRecord, now)) return { state: 'stopped', since: newestRecord }
  return { state: 'ok', since: null }
}

const lateAfterMs = ({ intervalSeconds }: Pick<StoredState, 'intervalSeconds'>) =>
  intervalSeconds === null ? (lateAfterDays + 1) * dayMs : 2 * intervalSeconds * 1000

/** Whether the newest record of a municipality is too old for its imports to be right. */
export const isSilent = (newestRecord: string | null, now: number): boolean =>
  newestRecord !== null && daysBetween(newestRecord, now) > silentAfterDays

export const daysBetween = (time: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(time)) / dayMs))

/** Hosts that are down, with how many sources wait for them. */
export interface DownFamily {
  family: string
  since: string
  retryAt: string
  error: string
  sources: number
}

/** Each family of hosts that is down, once. */
export function downFamilies(
  sources: readonly Pick<RememberedSource, 'family' | 'downSince' | 'retryAt' | 'downError'>[],
): DownFamily[] {
  const found = new Map<string, DownFamily>()
  for (const { family, downSince: since, retryAt, downError: error } of sources) {
    if (family === null || since === null || retryAt === null || error === null) continue
    const down = found.get(family) ?? { family, since, retryAt, error, sources: 0 }
    found.set(family, { ...down, sources: down.sources + 1 })
  }
  return [...found.values()]
}
