import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { corsHeaders } from './cors.ts'
import { ApiError, type ErrorCode, errorBody, errorTable } from './errors.ts'
import { apiSecurityHeaders } from './security-headers.ts'

// Node's parser refuses some requests before any route sees them, with an empty body. The contract wants the envelope
// and X-Request-Id on every error, so what it refuses is answered here.

const urlLengthMax = 8192

/** How long a path can become in `sanitizePath`, which writes nine bytes for one that is unreadable. */
export const sanitizedLengthMax = urlLengthMax * 9

/** Limits of the connection itself, in milliseconds and bytes; the reasons stand in the reliability notes of docs. */
export const serverOptions = {
  connectionTimeout: 70_000,
  keepAliveTimeout: 65_000,
  requestTimeout: 30_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
    // A missing Host is answered by `rejectBadTransport`, with the envelope.
    requireHostHeader: false,
  },
} as const

/** A server with those limits. */
export function openServer(listener: RequestListener): Server {
  const { http, connectionTimeout, keepAliveTimeout, requestTimeout } = serverOptions
  const server = createServer({ ...http, keepAliveTimeout, requestTimeout }, listener)
  return server.setTimeout(connectionTimeout)
}

const connectionsMax = 12_000

// What the API's own hooks would send, on answers that are given before those run.
const earlyHeaders = { ...corsHeaders, ...apiSecurityHeaders }

// The newest answer that a connection owes, finished or not.
const latestResponse = new WeakMap<Duplex, ServerResponse>()

/** Told of a response to bytes that never became a request; the reason is that of Node's parser. */
export type OnRejected = (requestId: string, status: number, reason: string) => void

/** Answers what never becomes a request: `clientError`, CONNECT and odd Expect headers. */
export function installGuards(
  server: Server,
  route: (request: IncomingMessage, reply: never) => void,
  onRejected: OnRejected,
): void {
  server.maxConnections = connectionsMax
  server.on('request', (request, response) => latestResponse.set(request.socket, response))
  // RFC 9110 10.1.1 lets a server ignore an expectation that it does not know.
  server.on('checkExpectation', (request, response) => {
    latestResponse.set(request.socket, response)
    route(request, response as never)
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const message = `No endpoint ${describeRequest('CONNECT', request.url ?? '')}.`
    reject(socket, { code: 'NOT_FOUND', message, reason: 'CONNECT', onRejected })
  })
}

/** The newest answer that a connection owes or owed. */
export function pendingResponse(socket: Socket): ServerResponse | undefined {
  return latestResponse.get(socket)
}

const requestTimeout = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Fastify's `clientErrorHandler`: bytes that Node's parser could not read as a request. */
export function handleClientError(onRejected: OnRejected) {
  return ({ code: reason = 'unknown' }: { code?: string }, socket: Socket): void => {
    // A browser opens connections ahead: one that stays silent is nobody's request.
    if (reason === requestTimeout && socket.bytesRead === 0) {
      socket.destroy()
      return
    }
    const message = clientErrorMessages[reason] ?? 'The request is not valid HTTP/1.1.'
    reject(socket, { code: 'VALIDATION_ERROR', message, reason, onRejected })
  }
}

const clientErrorMessages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: `The request line and headers are larger than ${serverOptions.http.maxHeaderSize} bytes.`,
  [requestTimeout]: 'The request did not arrive in time.',
}

interface Rejection {
  code: ErrorCode
  message: string
  reason: string
  onRejected: OnRejected
}

/** For how long a refused client may still read its response, in milliseconds. */
const rejectedGraceMs = 1000

function reject(socket: Duplex, rejection: Rejection): void {
  const { code, message, reason, onRejected } = rejection
  const earlier = latestResponse.get(socket)
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(code, message))
  const status = errorTable[code].status
  const headers = earlyHeadersOf(body, requestId)
  if (earlier !== undefined && !earlier.writableFinished && !earlier.destroyed) {
    if (!earlier.req.complete && !earlier.headersSent) {
      // It is this one that is wrong: whoever waits for the rest of its body would wait for ever.
      earlier.writeHead(status, headers).end(body)
      return
    }
    // Answers leave in the order of their requests (RFC 9112 9.3.2).
    earlier.once('close', () => reject(socket, rejection))
    return
  }
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const phrase = status === 404 ? 'Not Found' : 'Bad Request'
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join('')}\r\n${body}`)
  // Closed at once, a connection with unread bytes would be reset, and the response lost (RFC 9112 9.6).
  setTimeout(() => socket.destroy(), rejectedGraceMs).unref()
  onRejected(requestId, status, reason)
}

function earlyHeadersOf(body: string, requestId: string): Record<string, string | number> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
    ...earlyHeaders,
  }
}

/**
 * Refuses requests that Node lets through although HTTP forbids them (RFC 9112 3.2, 6.1) or that are too long. A body
 * means nothing here (RFC 9110 9.3.1): it is never read, and the connection that brings one ends with the answer.
 */
export function rejectBadTransport(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  // Async, so that Node's parser has seen all that arrived with the headers, and rejects it, before a response is sent.
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request.headers) && !readsBody(request)) reply.header('connection', 'close')
    const error = transportError(request.raw, request.originalUrl)
    if (error === undefined) return
    reply.headers({ ...earlyHeaders, connection: 'close' })
    throw new ApiError('VALIDATION_ERROR', error)
  })
}

// Only the site's forms are sent by POST.
function readsBody({ is404, method }: FastifyRequest): boolean {
  return method === 'POST' && !is404
}

/** Whether a request says that it has a body. */
function hasBody(headers: IncomingMessage['headers']): boolean {
  const length = headers['content-length'] ?? '0'
  return headers['transfer-encoding'] !== undefined || Number(length) !== 0
}

const pathOrUrl = /^(\/|https?:\/\/)/i

/** What is wrong with a request that Node lets through; undefined where nothing is. */
function transportError(
  { headers, rawHeaders, httpVersion, method }: IncomingMessage,
  target: string,
): string | undefined {
  if (!['1.0', '1.1'].includes(httpVersion)) return 'The version must be HTTP/1.1 or HTTP/1.0.'
  if (target.length > urlLengthMax)
    return `The URL has ${target.length} bytes; at most ${urlLengthMax} are allowed.`
  // RFC 9112 3.2.4: only OPTIONS is sent to the server as a whole.
  if (!pathOrUrl.test(target) && !(method === 'OPTIONS' && target === '*'))
    return 'The target of a request must begin with /.'
  // RFC 9112 3.2. Some would read a query from behind it, and others would not see it.
  if (target.includes('#')) return 'The target of a request has no fragment: send no #.'
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length
  if (hosts === 0 && httpVersion === '1.1') return 'The header Host is missing.'
  if (hosts > 1) return 'The header Host is there more than once.'
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') {
    return 'The header Transfer-Encoding must be chunked, or absent.'
  }
  return undefined
}

const absoluteForm = /^https?:\/\/[^/?#]*/i

/**
 * Makes a path decodable before it is routed: NUL and bytes that are not UTF-8 become U+FFFD, which no slug and no id
 * holds, so that the entity is not found, in its turn, instead of the request failing early. What a proxy would be sent
 * (`GET http://host/path`, RFC 9112 3.2.2) is read as its path.
 */
export function sanitizePath(url: string): string {
  const target = url.replace(absoluteForm, '').replace(/^(?=\?|$)/, '/')
  const mark = target.indexOf('?')
  const path = (mark === -1 ? target : target.slice(0, mark)).replaceAll('%00', '%EF%BF%BD')
  if (!path.includes('%')) return target
  const readable = path.replace(/(?:%[0-9a-fA-F]{2})+|%/g, (run) =>
    isDecodable(run) ? run : '%EF%BF%BD',
  )
  return mark === -1 ? readable : readable + target.slice(mark)
}

// Not by trying to decode: a URL full of broken escapes would throw thousands of errors.
function isDecodable(escapes: string): boolean {
  return escapes !== '%' && isUtf8(Buffer.from(escapes.replaceAll('%', ''), 'hex'))
}

const shownLengthMax = 200

/** `GET /path` for messages: without the query, which can hold a key, and safe to print. */
export function describeRequest(method: string, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const shown = path.length > shownLengthMax ? `${path.slice(0, shownLengthMax)}…` : path
  return `${method} ${shown.replace(/[^\x21-\x7e…]/g, '\u{FFFD}')}`
}
