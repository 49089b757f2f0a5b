import type { MeasureCounts } from './meeting-counts.ts'

/** Importers that read a council's own system, which has everything that its minutes name. */
const ownSystems: ReadonlySet<string> = new Set(['escribe', 'legistar', 'legistar-archive'])

export type Absent = 'none' | 'notRecorded' | 'notYet'

/** What a count of 0 means: `none` only if the source is the council's own and has minutes; other sources can lack a kind of record. */
export function absentOf(importer: string | null, minutes: MeasureCounts): Absent {
  if (importer === null || !ownSystems.has(importer)) return 'notRecorded'
  if (minutes.recorded > 0) return 'none'
  return minutes.notRecorded > 0 ? 'notRecorded' : 'notYet'
}
