import { foldCase } from '../../../core/fold.ts'
import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter } from './writer.ts'

export const bylawWriter: KindWriter<'bylaw'> = {
  slug: (record) =>
    toSlug(
      record.bylaw_number ? `by-law ${record.bylaw_number}` : record.title,
      keyedSlug('bylaw', record.key),
    ),
  columns: (record) => ({
    title: record.title,
    bylaw_number: record.bylaw_number ?? null,
    year: record.year ?? 0,
    ...filterColumns(record),
    description: record.description ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
  }),
}

/** Status and category, each with the folded form that filters compare. */
export function filterColumns(record: { status?: string | null; category?: string | null }) {
  return {
    status: record.status ?? null,
    status_folded: record.status ? foldCase(record.status) : null,
    category: record.category ?? null,
    category_folded: record.category ? foldCase(record.category) : null,
  }
}
