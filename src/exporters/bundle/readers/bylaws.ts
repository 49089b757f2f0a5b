import { identityOf, type KindReader, recordRows } from './reader.ts'

export const bylawReader: KindReader = {
  kind: 'bylaw',
  async records(db, ids) {
    const rows = await recordRows(db, 'bylaw', ids)
    return rows.map((row) => ({
      ...identityOf('bylaw', row),
      title: row.title,
      bylaw_number: row.bylaw_number,
      status: row.status,
      category: row.category,
      year: row.year === 0 ? null : row.year,
      description: row.description,
      plain_english_summary: row.plain_english_summary,
    }))
  },
}
