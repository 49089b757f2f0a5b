import { dayMs } from '../../core/calendar-date.ts'
import type { ImportState } from './queries.ts'

/** A council whose last import is older is late: imports run every night, or every week at least. */
export const lateAfterDays = 7
/** Councils pause for summers and elections, but not for longer. */
export const silentAfterDays = 120

/** How old the record of a council is, and whether something is wrong with it. */
export interface CouncilState extends ImportState {
  /** Since the last import; null before the first. */
  ageDays: number | null
  isLate: boolean
  /** Whether imports succeed, and bring nothing new. */
  isSilent: boolean
  /** Whether it is late or silent, or its last import did not succeed. */
  isBad: boolean
}

export function toCouncilState(state: ImportState, now: number): CouncilState {
  const { importedAt, newestRecord, failedAt, interruptedAt } = state
  const daysSince = (time: string) => Math.max(0, Math.floor((now - Date.parse(time)) / dayMs))
  const ageDays = importedAt === null ? null : daysSince(importedAt)
  const isLate = ageDays === null || ageDays > lateAfterDays
  const isSilent = !isLate && newestRecord !== null && daysSince(newestRecord) > silentAfterDays
  const isBad = isLate || isSilent || failedAt !== null || interruptedAt !== null
  return { ...state, ageDays, isLate, isSilent, isBad }
}

export const worstFirst = (states: readonly CouncilState[]): CouncilState[] =>
  states.toSorted((one, other) => Number(other.isBad) - Number(one.isBad))
