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
    passed_date: row.passed_date,
    enacted_date: row.enacted_date,
    vetoed: row.is_vetoed === 1,
  }
}

export function toBylawDetail({
  bylaw,
  passage,
  matters,
  sponsors,
  documents,
}: BylawDetailRows): BylawDetail {
  return {
    description: bylaw.description,
    plain_english_summary: bylaw.plain_english_summary,
    motion_slug: passage?.motion_slug ?? null,
    meeting_slug: passage?.meeting_slug ?? null,
    source_url: bylaw.source_url,
    matters,
    sponsors: ownOrAll(sponsors).map((sponsor) => ({
      person_slug: sponsor.person_slug,
      person_name: sponsor.person_name,
      primary: sponsor.is_primary === 1,
      classification: sponsor.classification,
    })),
    documents: ownOrAll(documents).map(({ matter_id: _, ...document }) => document),
    ...toBylawItem(bylaw),
  }
}

/** A source that states parts of the by-law itself may repeat those of its matters. */
function ownOrAll<R extends { matter_id: number | null }>(rows: readonly R[]): readonly R[] {
  const own = rows.filter(({ matter_id }) => matter_id === null)
  return own.length > 0 ? own : rows
}
