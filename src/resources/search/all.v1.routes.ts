import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { namedCouncilsMax } from '../../core/named-councils-max.ts'
import { regionCode } from '../../core/provinces.ts'
import { resultPath } from '../../core/result-path.ts'
import { SearchOf, searchPage } from '../../http/envelope.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1All } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { type RouteDeps, sendLinks } from '../../http/resource-routes.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { CouncilCounts } from '../../store/search/councils.ts'
import { councilIds, findCouncils, listRegions, wordCount } from './queries.ts'
import { assertFewWords, FoundItem, FoundMeta, SearchAllQuery } from './schema.ts'
import { toSearchItem } from './v1.represent.ts'
import { notesOnWords, parseTypes } from './v1.routes.ts'

/** How many municipalities are counted by name. */
const countedMax = 100

/** `/api/v1/search`, over all municipalities. */
export const searchAllV1: FastifyPluginAsyncTypebox<RouteDeps> = async (app, deps) => {
  const { store, baseUrl, siteUrl } = deps
  const schema = describeV1All({
    operationId: 'searchAll',
    tag: 'Search',
    summary: 'Search the records of all municipalities',
    response: SearchOf(FoundItem, FoundMeta),
    errors: ['INVALID_TYPE'],
  })
  const options = { schema: { ...schema, querystring: SearchAllQuery } }
  app.get('/search', options, async (request, reply) => {
    const { q, type, match = 'best', page = 1, per_page: perPage = 20 } = request.query
    const { sort, from, to, region, municipality } = request.query
    assertFewWords(wordCount(q))
    const { rows, matched, counts, searched, suggestions, councils } = await store.search({
      ...{ municipalityId: null, q, match, kinds: parseTypes(type), sort, from, to },
      region: region?.toLowerCase(),
      municipalityIds: await readIds(store.db, municipality),
      countsCouncils: true,
      client: { group: request.accountId },
      ...{ limit: perPage + 1, offset: (page - 1) * perPage },
    })
    const shown = rows.slice(0, perPage)
    const hasMore = rows.length > perPage
    if (hasMore) sendLinks(request, reply, baseUrl, { next: { page: page + 1 } })
    const { named, ...counted } = await readCounts(store.db, shown, councils)
    const items = shown.flatMap((row) => {
      const whose = named.get(row.municipality_id)
      // A municipality may be deleted after it is searched.
      if (whose === undefined) return []
      const url = `${siteUrl}/${whose.slug}${resultPath(row)}`
      return [{ municipality: whose, ...toSearchItem(row), url }]
    })
    const notes = [
      ...notesOnWords(searched),
      ...(rows.length === 0 && region !== undefined ? await notesOnRegion(store.db, region) : []),
    ]
    const meta = {
      ...{ request_id: request.id, matched, above: counts.above },
      ...(suggestions.length > 0 && { suggestions: [...suggestions] }),
      ...(notes.length > 0 && { notes }),
      ...counted,
    }
    return searchPage(items, { hasMore, page, perPage }, meta)
  })
}

async function readIds(db: ReadDatabase, list: string | undefined): Promise<number[] | undefined> {
  if (list === undefined) return undefined
  const slugs = [...new Set(list.split(',').map((slug) => slug.trim()))].filter(Boolean)
  if (slugs.length === 0 || slugs.length > namedCouncilsMax)
    throw new ApiError(
      'VALIDATION_ERROR',
      `municipality must have 1 to ${namedCouncilsMax} slugs, not ${slugs.length}.`,
    )
  const ids = await councilIds(db, slugs)
  return slugs.map((slug) => {
    const id = ids.get(slug)
    if (id !== undefined) return id
    throw new ApiError('MUNICIPALITY_NOT_FOUND', `Municipality ${quote(slug)} does not exist.`)
  })
}

/** The municipalities of results, and those that have most. */
async function readCounts(
  db: ReadDatabase,
  rows: readonly { municipality_id: number }[],
  { councils, isCut }: CouncilCounts = { councils: [], isCut: false },
) {
  const listed = councils.slice(0, countedMax)
  const found = await findCouncils(db, [
    ...rows.map((row) => row.municipality_id),
    ...listed.map(({ id }) => id),
  ])
  const named = new Map(
    [...found].map(([id, { slug, name, division_id: division }]) => [
      id,
      { slug, name, region: regionCode(division) },
    ]),
  )
  return {
    named,
    municipalities: listed.flatMap(({ id, records }) => {
      const whose = named.get(id)
      return whose === undefined ? [] : [{ ...whose, records }]
    }),
    counted: {
      records: councils.reduce((sum, { records }) => sum + records, 0),
      municipalities: councils.length,
      is_complete: !isCut,
    },
  }
}

async function notesOnRegion(db: ReadDatabase, region: string): Promise<string[]> {
  const regions = await listRegions(db)
  if (regions.includes(region.toLowerCase())) return []
  const list = regions.length === 0 ? 'none' : regions.join(', ')
  return [`No municipality is in region ${quote(region)}; regions with one: ${list}.`]
}
