import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Sets `X-Request-Id` on every response. The id of a client is never echoed. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

/** A response, as it is logged and counted. */
export interface LoggedResponse {
  method: string
  route: string
  status: number
  ms: number
  /** Empty without a valid key. */
  keyId: string
  /** The error code of Node's parser, if it rejected the request. */
  reason?: string
}

/** Logs one line per request, with the route instead of the URL, because a query can contain a key. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    logResponse(request.log, {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      keyId: request.apiKeyId,
    })
    done()
  })
}

/** @param requestId For a logger that does not add it. */
export function logResponse(
  log: FastifyBaseLogger,
  { method, route, status, ms, keyId, reason }: LoggedResponse,
  requestId?: string,
): void {
  const rounded = Math.round(ms * 10) / 10
  const key = keyId || undefined
  const line = { reqId: requestId, method, route, status, ms: rounded, key, reason }
  log.info(line, 'request')
}
