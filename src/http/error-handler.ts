import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EventSampler } from '../core/event-sampler.ts'
import { TooManySearches } from '../store/store-error.ts'
import { ApiError, type ErrorCode, errorBody } from './errors.ts'
import { validationError } from './query.ts'
import { describeRequest } from './transport.ts'

/** Turns anything thrown into an error response. Unexpected errors are logged and never shown to the client. */
export function handleErrors(
  app: FastifyInstance,
  isQueryError: (error: unknown) => boolean,
  monotonic: () => number,
): void {
  const busySearches = new EventSampler(monotonic)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // 404 comes before every other check.
    if (request.is404 && !(error instanceof ApiError)) return sendNotFound(request, reply)
    const apiError = toApiError(error, request)
    if (apiError !== undefined) return sendError(reply, apiError.code, apiError.message)
    if (error instanceof TooManySearches) {
      const count = busySearches.count(request.accountId)
      if (count > 0) request.log.warn({ count, account: request.accountId }, error.message)
      reply.header('retry-after', String(error.retrySeconds))
      return sendError(reply, 'QUERY_ERROR', 'Too many searches at the same time. Try again later.')
    }
    if (isQueryError(error)) {
      // Without its stack: while the database is down, every request logs the same error.
      request.log.error({ reason: error.message }, 'database query failed')
      return sendError(reply, 'QUERY_ERROR', 'The database query failed. Try again later.')
    }
    request.log.error({ err: error }, 'request failed')
    return sendError(reply, 'INTERNAL_ERROR', 'The request failed. Report it with the request id.')
  })
}

function toApiError(error: FastifyError, request: FastifyRequest): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error.validation !== undefined) return validationError(error.validation, request.query)
  const badRequest =
    error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return badRequest ? new ApiError('VALIDATION_ERROR', 'The request cannot be read.') : undefined
}

export function sendError(reply: FastifyReply, code: ErrorCode, message: string): FastifyReply {
  const body = errorBody(code, message)
  return reply
    .code(body.error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** Unknown paths and methods both return 404: the API has no 405. */
export function handleNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(sendNotFound)
}

/** Returns 404 for `/people/`, which the router matches as a person with an empty slug. */
export function rejectEmptyParameters(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const names = Object.values(request.params as Record<string, string>)
    if (names.includes('')) sendNotFound(request, reply)
    else done()
  })
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('allow', 'GET, HEAD, OPTIONS')
  const { code, message } = notFound(request)
  return sendError(reply, code, message)
}

function notFound(request: FastifyRequest): ApiError {
  return new ApiError(
    'NOT_FOUND',
    `No endpoint ${describeRequest(request.method, request.originalUrl)}.`,
  )
}
