import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { queueClientOf } from '../../access/networks.ts'
import { cutPage } from '../../http/cursor.ts'
import { ApiError } from '../../http/errors.ts'
import { describeV1 } from '../../http/openapi.ts'
import { quote } from '../../http/query.ts'
import { pagesOf, type RouteDeps, requestScope, sendLinks } from '../../http/resource-routes.ts'
import { type ServedKind, servedKinds } from '../../record/served-kinds.ts'
import { listChanges } from './queries.ts'
import { type Resources, toItems, toJson } from './represent.ts'
import { changesQuery, changesSchema } from './schema.ts'
import { cursorAfter, startOf, tokenOf } from './tokens.ts'

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
      const { since, kind, cursor, per_page: perPage = 20, format } = request.query
      const municipalityId = request.municipality.id
      const query = { municipalityId, kinds: kindsIn(kind), since, cursor }
      const page = await deps.store.readLong(queueClientOf(request.ip), async (db) => {
        if (request.socket.destroyed) return undefined
        const start = await startOf(db, deps.cursors, query)
        const rows = await listChanges(db, { ...query, ...start }, perPage + 1)
        const { rows: shown, nextCursor } = cutPage(rows, perPage, (last) =>
          cursorAfter(deps.cursors, query, last, start),
        )
        const scope = { ...requestScope(request, deps), pages: pagesOf(request, deps) }
        const hasLeft = () => request.socket.destroyed
        const data = await toItems(shown, resources, { db, scope, hasLeft })
        const token = nextCursor === null ? tokenOf(deps.cursors, query, start) : null
        return data && { data, nextCursor, token }
      })
      if (page === undefined) return reply.hijack()
      const { data, nextCursor, token } = page
      if (nextCursor !== null)
        sendLinks(request, reply, deps.baseUrl, { next: { cursor: nextCursor } })
      if (token !== null) reply.header('reeve-sync-token', token)
      if (format === 'ndjson')
        return reply
          .type('application/x-ndjson; charset=utf-8')
          .send(data.map((one) => `${toJson(one)}\n`).join('') as never)
      reply.type('application/json; charset=utf-8').serializer(pageToJson)
      return {
        data,
        pagination: { has_more: nextCursor !== null, next_cursor: nextCursor, per_page: perPage },
        sync: { token },
        meta: { request_id: request.id },
      }
    })
  }
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
