import type { SearchRow } from './queries.ts'
import type { SearchItem } from './schema.ts'

const scoreDigits = 6

export function toSearchItem(row: SearchRow): SearchItem {
  return {
    type: row.kind,
    slug: row.slug,
    title: row.title,
    snippet: row.snippet,
    score: Number(row.score.toPrecision(scoreDigits)),
    meeting_slug: row.meeting_slug,
    meeting_date: row.meeting_date,
  }
}
