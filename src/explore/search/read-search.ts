import { ApiError } from '../../http/errors.ts'
import { wordCount } from '../../resources/search/queries.ts'
import { type SearchItem, searchTypes } from '../../resources/search/schema.ts'
import { toSearchItem } from '../../resources/search/v1.represent.ts'
import { noResults, type SearchResponse } from '../../store/search/search.ts'
import type { SearchPageQuery } from '../schema.ts'
import type { Visit } from '../visit.ts'
import { mentionsIn } from './mentions.ts'
import { type BesideSearch, findBesideSearch } from './queries.ts'

const resultsPerPage = 20

export interface SearchOnPage extends BesideSearch, Omit<SearchResponse, 'rows'> {
  results: SearchItem[]
  hasMore: boolean
}

/** The search, and one further statement. */
export async function readSearch(visit: Visit): Promise<SearchOnPage> {
  const { store, municipality } = visit
  const { q, page } = paramsOf(visit)
  const found = q === '' ? noResults : await findRows(visit)
  const { rows, ...about } = found
  const results = rows.slice(0, resultsPerPage).map(toSearchItem)
  const all = results.flatMap((result) => [result, ...result.others])
  const slugsOf = (kind: string) => all.filter(({ type }) => type === kind).map(({ slug }) => slug)
  const beside = await findBesideSearch(store.db, {
    municipalityId: municipality.id,
    today: visit.today,
    mentions: mentionsIn(page === 1 ? q : ''),
    items: slugsOf('agenda_item'),
    motions: slugsOf('motion'),
  })
  return { ...beside, ...about, results, hasMore: rows.length > resultsPerPage }
}

function findRows(visit: Visit) {
  const { q, page, query } = paramsOf(visit)
  const { count, max } = wordCount(q)
  if (count > max)
    throw new ApiError('VALIDATION_ERROR', `q must have at most ${max} words, not ${count}.`)
  const { type, match = 'best', date_from: from, date_to: to, sort, organization, person } = query
  const kinds = type === undefined ? Object.values(searchTypes) : [searchTypes[type]]
  return visit.store.search({
    ...{ municipalityId: visit.municipality.id, q, match, sort, kinds },
    ...{ from, to, organization, person },
    client: visit.client,
    ...{ limit: resultsPerPage + 1, offset: (page - 1) * resultsPerPage },
  })
}

export function paramsOf({ query }: Visit) {
  const params = query as SearchPageQuery
  return { q: (params.q ?? '').trim(), page: params.page ?? 1, query: params }
}
