import type { Citation } from './frame/source-line.tsx'
import { urlOf } from './list-page.ts'
import type { Visit } from './visit.ts'

interface ListNames {
  title: string
  /** Of the list in the v1 API. */
  v1: string
  /** Of the list in the Open Civic Data API, which has no by-laws. */
  ocd?: string | undefined
}

/** A list with the filters of the page, in both APIs. */
export function citeList({ municipality, query }: Visit, { title, v1, ocd }: ListNames): Citation {
  const { cursor, ...filters } = query
  return {
    text: `${municipality.name}, ${title}`,
    v1: urlOf(`/api/v1/${municipality.slug}/${v1}`, filters),
    query: filters,
    ocd: ocd && `/api/ocd/${municipality.slug}/${ocd}`,
  }
}
