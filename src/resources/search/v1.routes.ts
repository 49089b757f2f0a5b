import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { resultPath } from '../../core/result-path.ts'
import { SearchMeta, SearchOf, searchPage } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { readDownloadOptions } from '../../http/list-download.ts'
import { describeV1 } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { pagesOf, type RouteDeps, sendLinks } from '../../http/resource-routes.ts'
import { Query } from '../../http/schema-types.ts'
import { notesOn } from '../_shared/notes.ts'
import { resultsMax, wordCount } from './queries.ts'
import { assertFewWords, SearchItem, SearchQuery, searchFormats, searchTypes } from './schema.ts'
import { toSearchItem } from './v1.represent.ts'

/** `/api/v1/{municipality}/search`. */
export const searchV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const { store, baseUrl } = deps
  const querystring = Query({ ...SearchQuery.properties, ...searchFormats })
  const schema = describeV1({
    operationId: 'search',
    tag: 'Search',
    summary: 'Search motions, matters, agenda items, key statements and documents',
    response: SearchOf(SearchItem, SearchMeta),
    errors: ['INVALID_TYPE'],
  })
  app.get('/search', { schema: { ...schema, querystring } }, async (request, reply) => {
    const options = readDownloadOptions(request.query)
    const { q, type, match = 'best', page = 1, per_page: perPage = 20 } = request.query
    const { sort, date_from: from, date_to: to, organization, person } = request.query
    assertFewWords(wordCount(q))
    if (options !== undefined) assertFirst(page)
    const scope = { municipalityId: request.municipality.id }
    const { rows, rowCount, matched, counts, searched, suggestions } = await store.search({
      ...{ ...scope, q, match, kinds: parseTypes(type) },
      ...{ sort, from, to, organization, person, client: { group: request.accountId } },
      ...(options === undefined
        ? { limit: perPage + 1, offset: (page - 1) * perPage }
        : { limit: resultsMax + 1, offset: 0, rowsMax: resultsMax, suggests: false }),
    })
    const pages = pagesOf(request, deps)
    const represent = (row: (typeof rows)[number]) => ({
      ...toSearchItem(row),
      url: pages + resultPath(row),
    })
    if (options !== undefined) {
      assertWhole(rowCount)
      return deps.downloads.send(
        { request, reply, deps },
        {
          ...{ name: 'search', item: SearchItem, represent, count: async () => rows.length },
          // A search is one statement of another connection.
          read: async (_, { after: [start = 0] = [], limit }) =>
            rows.slice(Number(start), Number(start) + limit),
          position: (row) => [rows.indexOf(row) + 1],
        },
        options,
      )
    }
    const items = rows.slice(0, perPage).map(represent)
    const hasMore = rows.length > perPage
    if (hasMore) sendLinks(request, reply, baseUrl, { next: { page: page + 1 } })
    const filterNotes =
      items.length > 0 ? [] : await notesOn(store.db, scope, { organization, person })
    const notes = [...notesOnWords(searched), ...filterNotes]
    const meta = {
      ...{ request_id: request.id, matched, above: counts.above },
      ...(suggestions.length > 0 && { suggestions: [...suggestions] }),
      ...(notes.length > 0 && { notes }),
    }
    return searchPage(items, { hasMore, page, perPage }, meta)
  })
}

/** That a long query was shortened. */
export function notesOnWords(searched: readonly string[]): string[] {
  if (searched.length === 0) return []
  return [`Of q, only these words were searched: ${searched.join(', ')}.`]
}

function assertFirst(page: number): void {
  if (page > 1) throw new ApiError('VALIDATION_ERROR', 'With format, omit page.')
}

/** A table is all results or none. */
function assertWhole(results: number): void {
  if (results <= resultsMax) return
  throw new ApiError(
    'VALIDATION_ERROR',
    `There are more than ${resultsMax} results; narrow the search with type, date_from, organization or more words.`,
  )
}

// One unknown value rejects the request, even beside a known one.
export function parseTypes(type: string | undefined) {
  if (type === undefined) return Object.values(searchTypes)
  const words = type.split(',').map((word) => word.trim())
  const kinds = words.map((word) => {
    if (Object.hasOwn(searchTypes, word)) return searchTypes[word as keyof typeof searchTypes]
    const choices = Object.keys(searchTypes).join(', ')
    throw new ApiError('INVALID_TYPE', `type ${quote(word)} is not one of ${choices}.`)
  })
  return [...new Set(kinds)]
}
