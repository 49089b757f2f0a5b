import type { BillClassification } from '../../../core/bill-classifications.ts'
import type { OtherIdentifier } from '../../../importers/records/matters.ts'
import { documentsOf } from './documents.ts'
import { identityOf, type KindReader, recordRows } from './reader.ts'
import { sponsorshipsOf } from './sponsorships.ts'

export const matterReader: KindReader = {
  kind: 'matter',
  async records(db, ids) {
    const sponsorships = await sponsorshipsOf(db, 'matter_id', ids)
    const documents = await documentsOf(db, 'matter_id', ids)
    const rows = await recordRows(db, 'matter', ids)
    return rows.map((row) => ({
      ...identityOf('matter', row),
      identifier: row.identifier,
      other_identifiers: JSON.parse(row.other_identifiers) as OtherIdentifier[],
      title: row.title,
      status: row.status,
      category: row.category,
      classification: JSON.parse(row.classification) as BillClassification[],
      description: row.description,
      plain_english_summary: row.plain_english_summary,
      first_seen: row.stated_first_seen,
      last_seen: row.stated_last_seen,
      bylaw_key: row.bylaw_key,
      sponsorships: sponsorships(row.id),
      documents: documents(row.id),
    }))
  },
}
