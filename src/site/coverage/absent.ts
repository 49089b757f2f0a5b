import type { MeasureCounts } from './meeting-counts.ts'

/** Importers that read a council's own system: it has all that the council's minutes name. */
const ownSystems: ReadonlySet<string> = new Set(['escribe', 'legistar', 'legistar-archive'])

export type Absent = 'None' | 'Not recorded' | 'Not yet'

/**
 * What a count of 0 means. It is "None" only where the source is the council's own and has minutes to name some; any other
 * source may lack a whole kind of record.
 */
export function absentOf(importer: string | null, minutes: MeasureCounts): Absent {
  if (importer === null || !ownSystems.has(importer)) return 'Not recorded'
  if (minutes.recorded > 0) return 'None'
  return minutes.notRecorded > 0 ? 'Not recorded' : 'Not yet'
}

/** What each of these words says, in a sentence. */
export const meaningOf: Record<Absent, string> = {
  None: 'the minutes in this record name none.',
  'Not recorded':
    'the source of this record does not have it, which does not mean that the council has none.',
  'Not yet': 'no minutes that could name any have been published.',
}
