import type { HistoryRow } from './queries.ts'
import type { HistoryItem } from './schema.ts'

export function toHistoryItem(row: HistoryRow): HistoryItem {
  return {
    seen_at: row.seen_at,
    not_before: row.not_before,
    field: row.field,
    old: row.old,
    new: row.new,
    long: row.long === null ? null : (JSON.parse(row.long) as HistoryItem['long']),
    about: { kind: row.about_kind, slug: row.about_slug, title: row.about_title },
  }
}
