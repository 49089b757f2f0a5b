import type { ImportRecord } from '../../../src/record/kinds.ts'

/**
 * Records by kind and key, without what differs between the Web API and an archive: the note of an office, and a field
 * in which New York has a summary.
 */
export function comparable(records: readonly { record: ImportRecord }[]): Map<string, unknown> {
  return new Map(
    records.map(({ record }) => {
      const { plain_english_summary, contact_details, ...same } = record as ImportRecord & {
        plain_english_summary?: string
        contact_details?: { type: string; value: string }[]
      }
      const contacts = contact_details?.map(({ type, value }) => `${type} ${value}`)
      return [`${record.kind} ${record.key}`, { ...same, contacts }]
    }),
  )
}
