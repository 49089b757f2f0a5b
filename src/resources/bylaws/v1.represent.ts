import type { BylawDetailRows, BylawRow } from './queries.ts'
import type { BylawDetail, BylawItem } from './schema.ts'

export function toBylawItem(row: BylawRow): BylawItem {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    bylaw_number: row.bylaw_number,
    status: row.status,
    category: row.category,
    year: row.year === 0 ? null : row.year,
    updated_at: row.updated_at,
  }
}

export function toBylawDetail({ bylaw, matters }: BylawDetailRows): BylawDetail {
  return {
    description: bylaw.description,
    plain_english_summary: bylaw.plain_english_summary,
    source_url: bylaw.source_url,
    matters,
    ...toBylawItem(bylaw),
  }
}
