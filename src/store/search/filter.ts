import { type SearchKind, searchKinds } from '../tables.ts'
import { dayOf, lastDay } from './days.ts'
import { type Match, mark, type SearchFilter } from './engine.ts'

/** Which documents a query is about. */
export interface Searched {
  /** Null for all municipalities, where names of people and bodies are words like others. */
  municipalityId: number | null
  /** Of all municipalities, those of a province or state; see `regionCode`. */
  region?: string | undefined
  /** Of all municipalities, those with these ids. */
  municipalityIds?: readonly number[] | undefined
  kinds: readonly SearchKind[]
  /** First and last date, inclusive; a date excludes documents without one. */
  from?: string | undefined
  to?: string | undefined
  /** Slug of a body. */
  organization?: string | undefined
  /** Slug of a person. */
  person?: string | undefined
}

/** What a query leaves of the documents; undefined if it names a record that does not exist. */
export function filterOf(
  query: Searched,
  ids: Record<'organization' | 'person', number | null>,
  { compared, recent }: Pick<SearchFilter, 'compared' | 'recent'>,
): SearchFilter | undefined {
  const { municipalityId } = query
  const records = recordMarks(query, ids)
  if (records === undefined) return undefined
  const marks = [...kindMarks(query), ...regionMarks(query), ...records]
  return { municipalityId, marks, days: daysOf(query), compared, recent }
}

const kindMarks = ({ kinds }: Searched): Match[] =>
  kinds.length < searchKinds.length
    ? [{ any: kinds.map((kind) => ({ term: mark.kind(kind) })) }]
    : []

const regionMarks = ({ region, municipalityIds }: Searched): Match[] => [
  ...(region === undefined ? [] : [{ term: mark.region(region) }]),
  ...(municipalityIds === undefined
    ? []
    : [{ any: municipalityIds.map((id) => ({ term: mark.municipality(id) })) }]),
]

function recordMarks(
  query: Searched,
  ids: Record<'organization' | 'person', number | null>,
): Match[] | undefined {
  const named = (['organization', 'person'] as const).filter((name) => query[name] !== undefined)
  const marks = named.flatMap((name) => {
    const id = ids[name]
    return id === null ? [] : [{ term: mark[name](id) }]
  })
  return marks.length < named.length ? undefined : marks
}

function daysOf({ from, to }: Searched): SearchFilter['days'] {
  if (from === undefined && to === undefined) return undefined
  return { first: dayOf(from ?? ''), last: to === undefined ? lastDay : dayOf(to) }
}
