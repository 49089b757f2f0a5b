import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** One answer, as it is logged and counted. */
export interface LoggedResponse {
  method: string
  route: string
  status: number
  ms: number
  /** Empty where no key was needed, or none was good. */
  keyId: string
  /** Why it never became a request, in the words of Node's parser. */
  reason?: string
}

/** One line a request: the route, never the URL, because a query can hold a key. */
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

/** Logs one answer; `requestId` where the logger does not say it. */
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
