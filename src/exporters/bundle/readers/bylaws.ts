import { documentsOf } from './documents.ts'
import { identityOf, type KindReader, recordRows } from './reader.ts'
import { sponsorshipsOf } from './sponsorships.ts'

export const bylawReader: KindReader = {
  kind: 'bylaw',
  async records(db, ids) {
    const sponsorships = await sponsorshipsOf(db, 'bylaw_id', ids)
    const documents = await documentsOf(db, 'bylaw_id', ids)
    const rows = await recordRows(db, 'bylaw', ids)
    return rows.map((row) => ({
      ...identityOf('bylaw', row),
      title: row.title,
      bylaw_number: row.bylaw_number,
      status: row.status,
      category: row.category,
      year: row.year === 0 ? null : row.year,
      passed_date: row.stated_passed_date,
      enacted_date: row.enacted_date,
      description: row.description,
      plain_english_summary: row.plain_english_summary,
      sponsorships: sponsorships(row.id),
      documents: documents(row.id),
    }))
  },
}
