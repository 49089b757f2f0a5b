import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { queueClientOf } from '../../access/networks.ts'
import { type Cursors, cutPage } from '../../http/cursor.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import {
  pagesOf,
  type RouteDeps,
  requestScope,
  rowsToRead,
  sendLinks,
} from '../../http/resource-routes.ts'
import { type ServedKind, servedKinds } from '../../record/served-kinds.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { ServedScope } from '../_shared/served.ts'
import { type Resources, readItems, toJson } from './items.ts'
import { listChanges } from './queries.ts'
import { changesQuery, changesSchema } from './schema.ts'
import { type ChangesQuery, cursorAfter, startOf, tokenOf } from './tokens.ts'

const path = '/changes'

/** `/api/v1/{municipality}/changes`: all records, and later what changed since. */
export function changesV1(resources: Resources): FastifyPluginAsyncTypebox<RouteDeps> {
  return async (app, deps) => {
    const details = servedKinds.map((kind) => resources[kind].schema)
    const querystring = changesQuery(servedKinds)
    const schema = describeV1({
      operationId: 'listChanges',
      tag: 'Changes',
      summary: 'List all records, or what changed since',
      response: changesSchema(servedKinds, details),
      errors: ['RESYNC_REQUIRED'],
    })
    app.get(path, { schema: { ...schema, querystring } }, async (request, reply) => {
      const { per_page: perPage = 20, format, ...given } = request.query
      const query = {
        ...{ municipalityId: request.municipality.id, kinds: kindsIn(given.kind) },
        ...{ since: given.since, cursor: given.cursor },
      }
      const scope = { ...requestScope(request, deps), pages: pagesOf(request, deps) }
      const hasLeft = () => request.socket.destroyed
      const page = await deps.store.readLong(queueClientOf(request.ip), async (db) =>
        hasLeft() ? undefined : readPage(db, deps.cursors, { query, perPage, scope, hasLeft }),
      )
      if (page === undefined) return reply.hijack()
      const { data, nextCursor, token } = page
      if (nextCursor !== null)
        sendLinks(request, reply, deps.baseUrl, { next: { cursor: nextCursor } })
      if (format === 'ndjson') return sendLines(reply, page) as never
      reply.type('application/json; charset=utf-8').serializer(pageToJson)
      return {
        data,
        pagination: { has_more: nextCursor !== null, next_cursor: nextCursor, per_page: perPage },
        sync: { token },
        meta: { request_id: request.id },
      }
    })
  }

  async function readPage(
    db: ReadDatabase,
    cursors: Cursors,
    { query, perPage, scope, hasLeft }: PageRequest,
  ): Promise<Page | undefined> {
    const start = await startOf(db, cursors, query)
    const rows = await listChanges(db, { ...query, ...start }, rowsToRead(perPage))
    const { rows: shown, nextCursor } = cutPage(rows, perPage, (last) =>
      cursorAfter(cursors, query, last, start),
    )
    const data = await readItems(shown, resources, { db, scope, hasLeft })
    const token = nextCursor === null ? tokenOf(cursors, query, start) : null
    return data && { data, nextCursor, token }
  }
}

interface PageRequest {
  query: ChangesQuery
  perPage: number
  scope: ServedScope
  hasLeft: () => boolean
}

interface Page {
  data: NonNullable<Awaited<ReturnType<typeof readItems>>>
  nextCursor: string | null
  token: string | null
}

/** As bytes, because the cache of responses keeps texts, as JSON. */
function sendLines(reply: FastifyReply, { data, token }: Page): FastifyReply {
  if (token !== null) reply.header('reeve-sync-token', token)
  const lines = data.map((one) => `${toJson(one)}\n`).join('')
  return reply.type('application/x-ndjson; charset=utf-8').send(Buffer.from(lines))
}

function kindsIn(kind: string | undefined): ServedKind[] {
  if (kind === undefined) return [...servedKinds]
  const names = kind.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(servedKinds as readonly string[]).includes(name))
  if (unknown === undefined) return servedKinds.filter((one) => names.includes(one))
  throw new ApiError(
    'VALIDATION_ERROR',
    `kind ${quote(unknown)} is not one of ${servedKinds.join(', ')}.`,
  )
}

function pageToJson({ data, ...others }: { data: { record: string }[] }): string {
  return `{"data":[${data.map(toJson).join()}],${JSON.stringify(others).slice(1)}`
}
