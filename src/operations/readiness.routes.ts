import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { apiSecurityHeaders, sendHeaders } from '../http/response-headers.ts'
import { CachedProbe } from './cached-probe.ts'
import type { OperationsDeps } from './deps.ts'
import { touch } from './queries.ts'
import { type Readiness, Ready, Unready } from './schema.ts'

/** `/readyz` for load balancers. Not part of the API. */
export const readiness: FastifyPluginAsyncTypebox<OperationsDeps> = async (app, deps) => {
  const { store, shutdown, clock } = deps
  const database = new CachedProbe(() => touch(store.db).then(() => true), clock)
  const currentState = async (): Promise<Readiness> => {
    if (shutdown.hasBegun) return { status: 'unready', reason: 'shutting down' }
    if (await database.get()) return { status: 'ready' }
    return { status: 'unready', reason: 'the database does not respond' }
  }
  sendHeaders(app, apiSecurityHeaders)
  const schema = { hide: true, response: { 200: Ready, 503: Unready } }
  app.get('/readyz', { schema }, async (_request, reply) => {
    const state = await currentState()
    reply.header('cache-control', 'no-store')
    return state.status === 'ready' ? reply.send(state) : reply.code(503).send(state)
  })
}
