import {
  daysBetween,
  isSilent,
  lateAfterDays,
  restingStateOf,
  sourceStateOf,
} from '../../store/source-state.ts'
import type { ImportState } from './queries.ts'

/** How old the record of a council is, and whether something is wrong with it. */
export interface CouncilState extends Omit<ImportState, 'sources' | 'failedAt'> {
  /** Since the last import; null before the first. */
  ageDays: number | null
  isLate: boolean
  /** A remembered source that was not read for twice its interval. */
  lateSource: { checkedAt: string } | null
  /** Whether imports succeed, and bring nothing new. */
  isSilent: boolean
  /** When an import, or a read of a source, failed last. */
  failedAt: string | null
  interruptedAt: string | null
  /** Hosts of a source that are down, which are a problem of many councils. */
  waitsFor: string | null
  runningSince: string | null
  /** Whether it is late or silent, or its last import did not succeed. */
  isBad: boolean
}

export function toCouncilState({ sources, ...state }: ImportState, now: number): CouncilState {
  const { importedAt, newestRecord } = state
  const resting = sources.map((source) => ({ ...source, ...restingStateOf(source, now) }))
  const down = resting.find((source) => source.state === 'down')
  // A source that cannot be opened makes no failing import, because its URL may be mistyped.
  const failing = resting.filter((source) => source.state === 'failing')
  const ageDays = importedAt === null ? null : daysBetween(importedAt, now)
  const isLate = down === undefined && (ageDays === null || ageDays > lateAfterDays)
  const late = isLate ? undefined : resting.find((source) => source.state === 'late')
  const running = sources.map((source) => sourceStateOf(source, now))
  const found = {
    isLate,
    lateSource: late ?? null,
    isSilent: !isLate && isSilent(newestRecord, now),
    failedAt: latest([
      ...(down === undefined ? [state.failedAt] : []),
      ...failing.map((source) => (source.result === 'failed' ? source.checkedAt : null)),
    ]),
    interruptedAt: latest(
      failing.map((source) => (source.result === 'interrupted' ? source.checkedAt : null)),
    ),
  }
  return {
    ...state,
    ...found,
    ageDays,
    waitsFor: down?.family ?? null,
    runningSince: running.find((source) => source.state === 'running')?.since ?? null,
    isBad: Object.values(found).some((problem) => problem !== null && problem !== false),
  }
}

const latest = (times: readonly (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1) ?? null

export const worstFirst = (states: readonly CouncilState[]): CouncilState[] =>
  states.toSorted((one, other) => Number(other.isBad) - Number(one.isBad))
