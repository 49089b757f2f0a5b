import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Municipality } from '../../http/admission.ts'
import { OcdListOf } from '../../http/envelope.ts'
import { ApiError, type ErrorCode } from '../../http/errors.ts'
import { describeOcd } from '../../http/openapi.ts'
import type { Ids } from '../../http/ordered-id-cache.ts'
import { quote } from '../../http/query.ts'
import { ocdListResponse, type RouteDeps } from '../../http/resource-routes.ts'
import { ocdIdPath } from '../../http/schema-types.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { OcdListQuery } from './ocd.schema.ts'
import {
  countListed,
  inOrder,
  isInState,
  type Listed,
  type ListName,
  listIds,
  type RecordState,
} from './queries.ts'

interface Page<Row> {
  rows: Row[]
  total: number
}

/** One page of a list by its number. */
type ReadPage<Row> = (
  municipality: Municipality,
  deps: RouteDeps,
  range: { limit: number; offset: number },
) => Promise<Page<Row>>

/** What differs between the resources of Open Civic Data; `noun` is for messages. */
interface OcdResource<Row, Rows, Item extends TSchema, Detail extends TSchema> {
  path: string
  noun: string
  list: {
    operationId: string
    summary: string
    item: Item
    read: ReadPage<Row>
    represent: (row: Row, municipality: Municipality) => Static<Item>
  }
  detail: {
    operationId: string
    summary: string
    schema: Detail
    exampleId: string
    error: ErrorCode
    find: (db: ReadDatabase, municipality: Municipality, id: string) => Promise<Rows | undefined>
    represent: (rows: Rows, municipality: Municipality) => Static<Detail>
  }
}

/** A list at `/api/ocd/{municipality}/{path}`, and below it one record by its id. */
export function ocdResource<Row, Rows, Item extends TSchema, Detail extends TSchema>({
  path,
  noun,
  list,
  detail,
}: OcdResource<Row, Rows, Item, Detail>): FastifyPluginAsync<RouteDeps> {
  const tag = 'Open Civic Data'
  return async (app: FastifyInstance, deps) => {
    const listed = describeOcd({ ...list, tag, response: OcdListOf(list.item), errors: [] })
    const page = { schema: { ...listed, querystring: OcdListQuery } }
    app.get(`/${path}`, page, (request, reply) =>
      ocdListResponse(
        { request, reply, deps },
        {
          read: (range) => list.read(request.municipality, deps, range),
          represent: (row) => list.represent(row, request.municipality),
        },
      ),
    )

    const { error, exampleId } = detail
    const response: TSchema = detail.schema
    const described = describeOcd({ ...detail, tag, response, errors: [error] })
    const params = ocdIdPath(`Open Civic Data id of the ${noun.toLowerCase()}.`, exampleId)
    app.get(`/${path}/*`, { schema: { ...described, params } }, async (request) => {
      const { '*': id } = request.params as Static<typeof params>
      const rows = await detail.find(deps.store.db, request.municipality, id)
      if (rows === undefined) throw new ApiError(error, `${noun} ${quote(id)} does not exist.`)
      return detail.represent(rows, request.municipality)
    })
  }
}

/** The pages of a list that is read by row ids. */
export function pagesById<Row extends { id: number }>(
  name: ListName,
  read: (db: ReadDatabase, listed: Listed) => Promise<Row[]>,
): ReadPage<Row> {
  return (municipality, deps, range) => readOcdPage(municipality, deps, { name, read }, range)
}

/**
 * One page of a list by its number, on one snapshot. Ids come from the cache of ordered ids, so that a late page costs
 * as much as the first; if they are not cached, rows are counted and skipped.
 */
export async function readOcdPage<R extends { id: number }>(
  municipality: RecordState,
  { store, orderedIds }: Pick<RouteDeps, 'store' | 'orderedIds'>,
  list: { name: ListName; read: (db: ReadDatabase, listed: Listed) => Promise<R[]> },
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<R>> {
  const all = await orderedIds.find({
    list: `${list.name} ${municipality.id}`,
    // A restored database can reach a version again, but not with the same time.
    version: `${municipality.dataVersion} ${municipality.updatedAt}`,
    read: (after, most) =>
      store.read(async (db) =>
        (await isInState(db, municipality))
          ? listIds(db, list.name, municipality.id, { after, limit: most })
          : undefined,
      ),
  })
  if (all !== undefined) {
    const page = await pageOf(all)
    if (page !== undefined) return page
  }
  return store.read(async (db) => {
    const listed = await listIds(db, list.name, municipality.id, { limit, offset })
    const ids = listed.map(({ id }) => id)
    const rows = ids.length === 0 ? [] : await list.read(db, { ids })
    return { rows: inOrder(rows, ids), total: await countListed(db, list.name, municipality.id) }
  })

  /** Undefined if an import was published after the ids were read. */
  async function pageOf(all: Ids): Promise<Page<R> | undefined> {
    const ids = Array.from(all.subarray(offset, offset + limit))
    const rows = ids.length === 0 ? [] : await list.read(store.db, { ids, state: municipality })
    return rows.length < ids.length ? undefined : { rows: inOrder(rows, ids), total: all.length }
  }
}
