import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Municipality } from '../../http/admission.ts'
import { OcdListOf } from '../../http/envelope.ts'
import { ApiError, type ErrorCode } from '../../http/errors.ts'
import { describeOcd } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { ocdListResponse, pagesOf, type RouteDeps } from '../../http/resource-routes.ts'
import { ocdIdPath } from '../../http/schema-types.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { type ListName, type PageRange, readPage } from './ocd/queries.ts'
import { OcdListQuery } from './ocd.schema.ts'
import type { ReadByIds } from './queries.ts'

interface Page<Row> {
  rows: Row[]
  total: number
}

/** One page of a list by its number. */
type ReadPage<Row> = (
  municipality: Municipality,
  deps: RouteDeps,
  range: PageRange,
) => Promise<Page<Row>>

/** A municipality with its page on this service, where a record without any other URL is published. */
export interface OcdMunicipality extends Municipality {
  page: string
}

/** What differs between the resources of Open Civic Data; `noun` is for messages. */
interface OcdResource<Row, Rows, Item extends TSchema, Detail extends TSchema> {
  path: string
  noun: string
  list: {
    operationId: string
    summary: string
    item: Item
    read: ReadPage<Row>
    represent: (row: Row, municipality: OcdMunicipality) => Static<Item>
  }
  detail: {
    operationId: string
    summary: string
    schema: Detail
    exampleId: string
    error: ErrorCode
    find: (db: ReadDatabase, municipality: Municipality, id: string) => Promise<Rows | undefined>
    represent: (rows: Rows, municipality: OcdMunicipality) => Static<Detail>
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
    const municipalityOf = (request: FastifyRequest): OcdMunicipality => ({
      ...request.municipality,
      page: pagesOf(request, deps),
    })
    const listed = describeOcd({ ...list, tag, response: OcdListOf(list.item), errors: [] })
    const page = { schema: { ...listed, querystring: OcdListQuery } }
    app.get(`/${path}`, page, (request, reply) =>
      ocdListResponse(
        { request, reply, deps },
        {
          read: (range) => list.read(request.municipality, deps, range),
          represent: (row) => list.represent(row, municipalityOf(request)),
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
      return detail.represent(rows, municipalityOf(request))
    })
  }
}

/** The pages of a list that is read by row ids. */
export function pagesById<Row extends { id: number }>(
  list: ListName,
  read: ReadByIds<Row>,
): ReadPage<Row> {
  return ({ id }, { store }, range) => store.read((db) => readPage(db, id, { list, read }, range))
}
