/** A text that a search found, with the slugs of the records that it is part of. */
export interface TextResult {
  kind: string
  slug: string
  meeting_slug: string | null
  matter_slug: string | null
  bylaw_slug: string | null
}

/** The page that shows a found text, below that of its council, which stands for a document of no record. */
export function resultPath(found: TextResult): string {
  const { kind, slug, meeting_slug: meeting, matter_slug: matter, bylaw_slug: bylaw } = found
  if (kind === 'motion') return `/motions/${slug}`
  if (kind === 'matter') return `/matters/${slug}`
  if (meeting !== null) return `/meetings/${meeting}`
  if (matter !== null) return `/matters/${matter}`
  return bylaw === null ? '' : `/bylaws/${bylaw}`
}
