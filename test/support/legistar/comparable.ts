import type { ImportRecord } from '../../../src/importers/records.ts'

/**
 * Records by kind and key as both the Web API and an archive tell them: an archive knows which of two offices is in the
 * district, and New York's puts a summary where the Web API has a numbered field.
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
