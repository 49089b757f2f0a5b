import { sectionAnchor } from '../../core/document-pages.ts'
import type { DocumentRows } from './queries.ts'
import type { DocumentDetail } from './schema.ts'

export function toDocumentDetail({
  document,
  page,
  motions,
  sections,
}: DocumentRows): DocumentDetail {
  return {
    slug: document.slug,
    title: document.title,
    type: document.type,
    date: document.date,
    language: document.language,
    file_url: document.file_url,
    ...ownersOf(document),
    motions: motions.map(({ slug, result, date }) => ({
      ...{ slug, result, date: date === '' ? null : date },
    })),
    page,
    page_count: document.page_count ?? 1,
    sections: sections.map(({ position, title, text }) => ({
      anchor: sectionAnchor(position),
      ...{ heading: title, text },
    })),
    updated_at: document.updated_at,
  }
}

/** The records that the document belongs to. */
function ownersOf(row: DocumentRows['document']) {
  const { bylaw_slug, matter_slug, meeting_slug, item_slug, bylaw_number, identifier } = row
  const { item_number } = row
  return {
    bylaw:
      bylaw_slug === null ? null : { slug: bylaw_slug, title: row.bylaw_title ?? '', bylaw_number },
    matter:
      matter_slug === null
        ? null
        : { slug: matter_slug, title: row.matter_title ?? '', identifier },
    meeting:
      meeting_slug === null
        ? null
        : { slug: meeting_slug, title: row.meeting_title ?? '', date: row.meeting_date ?? '' },
    agenda_item:
      item_slug === null ? null : { slug: item_slug, title: row.item_title ?? '', item_number },
  }
}
