import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EventSampler } from '../core/event-sampler.ts'
import { TooManySearches } from '../store/store-error.ts'
import { ApiError, type ErrorCode, errorBody } from './errors.ts'
import { describeRequest } from './transport.ts'
import { validationError } from './validation.ts'

/** Turns anything thrown into the contract's error body (contract 7). What is unexpected is logged, never shown. */
export function handleErrors(
  app: FastifyInstance,
  isQueryError: (error: unknown) => boolean,
  monotonic: () => number,
): void {
  const busySearches = new EventSampler(monotonic)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Without a route it does not matter what is wrong with the rest of the request.
    if (request.is404 && !(error instanceof ApiError)) return sendNotFound(request, reply)
    const known = knownError(error, request)
    if (known !== undefined) return sendError(reply, known.code, known.message)
    if (error instanceof TooManySearches) {
      const count = busySearches.count(request.accountId)
      if (count > 0) request.log.warn({ count, account: request.accountId }, error.message)
      return sendError(reply, 'QUERY_ERROR', 'Too many searches at a time. Try again later.')
    }
    if (isQueryError(error)) {
      // Without its stack: while a database is down, every request says the same.
      request.log.error({ reason: error.message }, 'the database could not answer')
      return sendError(reply, 'QUERY_ERROR', 'The database could not answer. Try again later.')
    }
    request.log.error({ err: error }, 'request failed')
    return sendError(
      reply,
      'INTERNAL_ERROR',
      'Something unexpected failed. Quote the request id when you report it.',
    )
  })
}

function knownError(error: FastifyError, request: FastifyRequest): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error.validation !== undefined) return validationError(error.validation, request.query)
  const badRequest =
    error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return badRequest ? new ApiError('VALIDATION_ERROR', 'The request cannot be read.') : undefined
}

/** Answers with an error of the table. */
export function sendError(reply: FastifyReply, code: ErrorCode, message: string): FastifyReply {
  const body = errorBody(code, message)
  return reply
    .code(body.error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** Answers a path or method that no route has (contract 7, rule 1). There is no 405 in the contract. */
export function handleNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(sendNotFound)
}

/** The router takes `/people/` for a person without a name; nothing has such a path, with or without a key. */
export function rejectEmptyParameters(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const names = Object.values(request.params as Record<string, string>)
    if (names.includes('')) sendNotFound(request, reply)
    else done()
  })
}

/** The contract's answer for a path or method that nothing has. */
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
