import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clock } from '../core/clock.ts'
import { apiSecurityHeaders, sendHeaders } from '../http/responses.ts'
import type { Shutdown } from '../http/shutdown.ts'
import type { ReadStore } from '../store/open.ts'
import { CachedProbe } from './cached-probe.ts'
import { touch } from './queries.ts'
import { type Readiness, Ready, Unready } from './schema.ts'

export interface OperationsDeps {
  store: ReadStore
  clock: Clock
  shutdown: Shutdown
}

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
