import type { Citation } from './frame/source-line.tsx'
import type { Visit } from './visit.ts'

interface ListNames {
  title: string
  /** Of the list in the v1 API. */
  v1: string
  /** Of the list in the Open Civic Data API, which has no by-laws. */
  ocd?: string
}

/** A list with the filters of the page, in both APIs. */
export function citeList({ municipality, query }: Visit, { title, v1, ocd }: ListNames): Citation {
  const { cursor, ...filters } = query as Record<string, string>
  const parameters = new URLSearchParams(filters).toString()
  return {
    text: `${municipality.name}, ${title}`,
    v1: `/api/v1/${municipality.slug}/${v1}${parameters === '' ? '' : `?${parameters}`}`,
    ocd: ocd && `/api/ocd/${municipality.slug}/${ocd}`,
  }
}
