import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Position } from '../../http/cursor.ts'
import { DetailOf, detailResponse, PageOf } from '../../http/envelope.ts'
import { ApiError, type ErrorCode } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { linked, pagesOf } from '../../http/page-url.ts'
import { quote } from '../../http/query.ts'
import {
  listResponse,
  type Paging,
  type RouteDeps,
  requestScope,
} from '../../http/resource-routes.ts'
import { slugPath } from '../../http/schema-types.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { MunicipalityToday } from './queries.ts'
import type { Unlinked } from './schema.ts'

type UnlinkedWithSlug<S extends TSchema> = Unlinked<S> & { slug: string }

/** What differs between the resources of v1; `noun` is for messages. */
interface V1Resource<
  Query extends TSchema,
  Row,
  Item extends TSchema,
  Rows,
  Detail extends TSchema,
> {
  path: string
  /** Folder of its pages on the site. */
  pages: string
  tag: string
  noun: string
  list: {
    operationId: string
    summary: string
    query: Query
    item: Item
    read: (
      db: ReadDatabase,
      scope: MunicipalityToday,
      filters: Static<Query>,
      paging: Paging,
    ) => Promise<Row[]>
    /** The sort key of a row; its last value is unique. */
    position: (row: Row) => Position
    represent: (row: Row, today: string) => UnlinkedWithSlug<Item>
  }
  detail: {
    operationId: string
    summary: string
    schema: Detail
    exampleSlug: string
    error: ErrorCode
    find: (db: ReadDatabase, scope: MunicipalityToday, slug: string) => Promise<Rows | undefined>
    represent: (rows: Rows, today: string) => UnlinkedWithSlug<Detail>
  }
}

/** A list at `/api/v1/{municipality}/{path}`, and below it one record by its slug; both name the page of a record. */
export function v1Resource<
  Query extends TSchema,
  Row,
  Item extends TSchema,
  Rows,
  Detail extends TSchema,
>({
  path,
  pages,
  tag,
  noun,
  list,
  detail,
}: V1Resource<Query, Row, Item, Rows, Detail>): FastifyPluginAsync<RouteDeps> {
  return async (app: FastifyInstance, deps) => {
    const { db } = deps.store
    const listed = describeV1({ ...list, tag, response: PageOf(list.item), errors: [] })
    const page = { schema: { ...listed, querystring: list.query } }
    app.get(`/${path}`, page, (request, reply) => {
      const scope = requestScope(request, deps)
      const filters = request.query as Static<Query>
      return listResponse(
        { request, reply, deps },
        {
          read: (paging) => list.read(db, scope, filters, paging),
          position: list.position,
          represent: (row: Row) =>
            linked(list.represent(row, scope.today), pagesOf(request, deps, pages)),
        },
      )
    })

    const { error, exampleSlug } = detail
    const response = DetailOf(detail.schema)
    const described = describeV1({ ...detail, tag, response, errors: [error] })
    const params = slugPath(`Slug of the ${noun.toLowerCase()}.`, exampleSlug)
    app.get(`/${path}/:slug`, { schema: { ...described, params } }, async (request) => {
      const { slug } = request.params as Static<typeof params>
      const scope = requestScope(request, deps)
      const rows = await detail.find(db, scope, slug)
      if (rows === undefined) throw new ApiError(error, `${noun} ${quote(slug)} does not exist.`)
      const item = detail.represent(rows, scope.today)
      return detailResponse(linked(item, pagesOf(request, deps, pages)), request.id)
    })
  }
}
