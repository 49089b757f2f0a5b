import type { SearchRow } from '../../store/search/search.ts'
import { toLapse, toMatterOutcome } from '../_shared/v1.represent.ts'
import type { SearchItem } from './schema.ts'

export function toSearchItem(row: SearchRow): SearchItem {
  return {
    type: row.kind,
    slug: row.slug,
    title: row.title,
    snippet: row.snippet,
    highlights: row.highlights.map((range) => [...range]),
    score: row.score,
    meeting_slug: row.meeting_slug,
    meeting_date: row.meeting_date,
    date: row.date,
    matter_slug: row.matter_slug,
    matter_title: row.matter_title,
    matter_outcome: toMatterOutcome(row.matter_outcome),
    ...toLapse(row),
    ...(row.matter_slug === null && { lapsed: null }),
    bylaw_slug: row.bylaw_slug,
    document_title: row.document_title,
    document_slug: row.document_slug,
    document_page: row.document_page,
    section_anchor: row.section_anchor,
    missing_words: [...row.missing_words],
    others: row.others.map(({ kind, ...other }) => ({ type: kind, ...other })),
  }
}
