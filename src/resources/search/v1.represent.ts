import type { SearchRow } from '../../store/search/search.ts'
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
    document_title: row.document_title,
    missing_words: [...row.missing_words],
    others: row.others.map(({ kind, slug, meeting_slug, date }) => ({
      ...{ type: kind, slug, meeting_slug, date },
    })),
  }
}

/** The page of a record, or else of its meeting or matter; `pages` is the URL of the municipality's pages. */
export function urlOf(item: SearchItem, pages: string): string | null {
  const { type, slug, meeting_slug: meeting, matter_slug: matter } = item
  if (type === 'motion') return `${pages}/motions/${slug}`
  if (type === 'matter') return `${pages}/matters/${slug}`
  if (meeting !== null) return `${pages}/meetings/${meeting}`
  return matter === null ? null : `${pages}/matters/${matter}`
}
