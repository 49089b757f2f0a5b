/** A text that a search found, with the slugs of the records that it is part of. */
export interface TextResult {
  kind: string
  slug: string
  meeting_slug: string | null
  matter_slug: string | null
  document_slug: string | null
  document_page: number | null
  section_anchor: string | null
}

/** The page that shows a found text, below that of its council. */
export function resultPath(found: TextResult): string {
  const { kind, slug, meeting_slug: meeting, matter_slug: matter, document_slug: document } = found
  if (kind === 'motion') return `/motions/${slug}`
  if (kind === 'matter') return `/matters/${slug}`
  if (document !== null)
    return `/documents/${document}${pageQuery(found.document_page ?? 1)}#${found.section_anchor}`
  if (meeting !== null) return `/meetings/${meeting}`
  return matter === null ? '' : `/matters/${matter}`
}

/** The query of a page of a list or a text, from 1. */
export const pageQuery = (page: number): string => (page === 1 ? '' : `?page=${page}`)
