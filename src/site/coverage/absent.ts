import type { MeasureCounts } from './meeting-counts.ts'

/** Importers that read a council's own system, which has everything that its minutes name. */
const ownSystems: ReadonlySet<string> = new Set(['escribe', 'legistar', 'legistar-archive'])

export type Absent = 'None' | 'Not recorded' | 'Not yet'

/** What a count of 0 means: "None" only if the source is the council's own and has minutes; other sources can lack a kind of record. */
export function absentOf(importer: string | null, minutes: MeasureCounts): Absent {
  if (importer === null || !ownSystems.has(importer)) return 'Not recorded'
  if (minutes.recorded > 0) return 'None'
  return minutes.notRecorded > 0 ? 'Not recorded' : 'Not yet'
}

export const meaningOf: Record<Absent, string> = {
  None: 'the minutes name none.',
  'Not recorded': 'the source of this data does not have it, but the council may.',
  'Not yet': 'no minutes have been published yet.',
}
