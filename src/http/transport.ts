import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../access/networks.ts'
import { ApiError, type ErrorCode, errorBody, errorTable } from './errors.ts'
import { apiHeaders } from './responses.ts'

// Node's parser rejects some requests before any route, with an empty body. Here they get the error format of the API and
// an X-Request-Id.

const urlLengthMax = 8192

/** `sanitizePath` writes nine bytes for one invalid byte. */
export const sanitizedLengthMax = urlLengthMax * 9

/** Connection limits in milliseconds and bytes. */
export const serverOptions = {
  connectionTimeout: 70_000,
  keepAliveTimeout: 65_000,
  requestTimeout: 30_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
    // `rejectBadTransport` rejects a missing Host in the error format of the API.
    requireHostHeader: false,
  },
} as const

export function openServer(listener: RequestListener): Server {
  const { http, connectionTimeout, keepAliveTimeout, requestTimeout } = serverOptions
  const server = createServer({ ...http, keepAliveTimeout, requestTimeout }, oneAtATime(listener))
  // Only their size is limited; more than 1,000 would be rejected as too large.
  server.maxHeadersCount = 0
  return server.setTimeout(connectionTimeout)
}

const connectionsMax = 12_000

/** Called for a rejected request that reached no route; `reason` is the error code of Node's parser. */
export type OnRejected = (requestId: string, status: number, reason: string) => void

/** Handles CONNECT and unknown Expect headers, which Node does not pass to routes. */
export function installGuards(
  server: Server,
  route: (request: IncomingMessage, reply: never) => void,
  onRejected: OnRejected,
): void {
  server.maxConnections = connectionsMax
  // A server may ignore unknown expectations (RFC 9110 10.1.1).
  server.on(
    'checkExpectation',
    oneAtATime((request, response) => route(request, response as never)),
  )
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const message = `No endpoint ${describeRequest('CONNECT', request.url ?? '')}.`
    reject(socket, { code: 'NOT_FOUND', message, reason: 'CONNECT', onRejected })
  })
}

const requestTimeout = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Fastify's `clientErrorHandler`: responds to requests that Node's parser rejected. */
export function handleClientError(onRejected: OnRejected) {
  return ({ code: reason = 'unknown' }: { code?: string }, socket: Socket): void => {
    // Browsers open connections in advance; one without a request gets no response.
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

/** How long a rejected client can still read its response, in milliseconds. */
const rejectedGraceMs = 1000

function reject(socket: Duplex, rejection: Rejection): void {
  const { code, message, reason, onRejected } = rejection
  const earlier = latestResponse(socket)
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(code, message))
  const status = errorTable[code].status
  const headers = earlyHeadersOf(body, requestId)
  if (earlier !== undefined && !earlier.writableFinished && !earlier.destroyed) {
    if (!earlier.req.complete && !earlier.headersSent) {
      // The rejected bytes are the body of this request, which will never complete.
      earlier.writeHead(status, headers).end(body)
      return
    }
    // Responses must be in the order of requests (RFC 9112 9.3.2).
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
  // Closing at once with unread bytes would reset the connection and lose the response (RFC 9112 9.6).
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
    ...apiHeaders,
  }
}

/**
 * Rejects requests that Node accepts although HTTP forbids them (RFC 9112 3.2, 6.1), and those that are too long. The body
 * of a GET has no meaning (RFC 9110 9.3.1): it is not read, and its connection is closed after the response.
 */
export function rejectBadTransport(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  // Async, so that Node's parser can reject bytes that arrived with the headers before a response is sent.
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request.headers) && !readsBody(request)) reply.header('connection', 'close')
    const error = transportError(request.raw, request.originalUrl)
    if (error === undefined) return
    reply.headers({ ...apiHeaders, connection: 'close' })
    throw new ApiError('VALIDATION_ERROR', error)
  })
}

// Only forms of the site are sent by POST.
function readsBody({ is404, method }: FastifyRequest): boolean {
  return method === 'POST' && !is404
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  const length = headers['content-length'] ?? '0'
  return headers['transfer-encoding'] !== undefined || Number(length) !== 0
}

const pathOrUrl = /^(\/|https?:\/\/)/i

function transportError(
  { headers, rawHeaders, httpVersion, method }: IncomingMessage,
  target: string,
): string | undefined {
  if (!['1.0', '1.1'].includes(httpVersion)) return 'The HTTP version must be 1.1 or 1.0.'
  if (target.length > urlLengthMax)
    return `The URL has ${target.length} bytes; the maximum is ${urlLengthMax}.`
  // Only OPTIONS may have the target * (RFC 9112 3.2.4).
  if (!pathOrUrl.test(target) && !(method === 'OPTIONS' && target === '*'))
    return 'The request target must begin with /.'
  // RFC 9112 3.2. Proxies and servers disagree on whether a query can follow a fragment.
  if (target.includes('#')) return 'The request target must not contain a fragment (#).'
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length
  if (hosts === 0 && httpVersion === '1.1') return 'The Host header is required.'
  if (hosts > 1) return 'The Host header must not be repeated.'
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') {
    return 'The Transfer-Encoding header must be chunked or absent.'
  }
  return undefined
}

const absoluteForm = /^https?:\/\/[^/?#]*/i

/**
 * Makes a path decodable: NUL and bytes that are not UTF-8 become U+FFFD, which no slug contains, so that the request
 * gets 404 after authentication. The absolute form (`GET http://host/path`, RFC 9112 3.2.2) becomes its path.
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

// Without decodeURIComponent, which would throw thousands of times for a URL full of invalid escapes.
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

/** Waiting requests of all connections; each takes about 3 KB. */
const waitingMax = 5000

interface Waiting {
  response: ServerResponse
  handle: () => void
}

// The last response of each connection, finished or not.
const latestResponses = new WeakMap<Duplex, ServerResponse>()
const queues = new WeakMap<Duplex, Waiting[]>()
let waitingCount = 0

/** The last response of a connection, which may be finished. */
export function latestResponse(socket: Duplex): ServerResponse | undefined {
  return latestResponses.get(socket)
}

/**
 * Handles the requests of a connection one after the other, each when the response before it has been sent: pipelining
 * (RFC 9112 9.3.2) gains a client nothing, and one that does not read has at most one response in memory. If too many
 * requests wait, the connection is closed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const earlier = latestResponses.get(socket)
    latestResponses.set(socket, response)
    const queue = queues.get(socket)
    if (queue === undefined && earlier?.writableFinished !== false) listener(request, response)
    else if (waitingCount >= waitingMax) socket.destroy()
    else {
      waitingCount += 1
      const waiting = { response, handle: () => listener(request, response) }
      if (queue === undefined) startQueue(socket, earlier as ServerResponse, waiting)
      else queue.push(waiting)
    }
  }
}

function startQueue(socket: Duplex, current: ServerResponse, first: Waiting): void {
  const queue = [first]
  queues.set(socket, queue)
  const handleNext = () => {
    // Responses that wait emit no `close`.
    if (socket.destroyed) waitingCount -= queue.splice(0).length
    const next = queue.shift()
    if (next === undefined) return void queues.delete(socket)
    waitingCount -= 1
    handleAfter(next.response)
    next.handle()
  }
  // Other connections come between two cached responses.
  const handleAfter = (response: ServerResponse) =>
    response.once('close', () => setImmediate(handleNext))
  handleAfter(current)
}

/** Connections that one IPv4 address, or one /64 network of IPv6, may have open at once. */
const connectionsPerClientMax = 1000

/**
 * Closes new connections of a client that has too many, so that it cannot exhaust those of the server. Trusted proxies
 * are exempt because they carry many clients.
 */
export function limitConnections(
  server: Server,
  trustProxy: readonly string[],
  onRejected: (address: string) => void,
): void {
  const proxies = blockListOf(trustProxy)
  const open = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket
    if (proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
    const client = networkOf(address)
    const count = open.get(client) ?? 0
    if (count >= connectionsPerClientMax) {
      socket.destroy()
      onRejected(address)
      return
    }
    open.set(client, count + 1)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
  })
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const type = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(prefix), type)
  }
  return list
}
