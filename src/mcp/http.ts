import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Limiter, memoryLimiter } from '../access/limiter.ts'
import { networkOf, queueClientOf } from '../access/networks.ts'
import type { RequestQueue } from '../http/request-queue.ts'
import { apiSecurityHeaders, sendHeaders } from '../http/responses.ts'
import type { McpTools } from './results.ts'
import { mcpServer } from './tools.ts'

export interface McpHttpTools extends McpTools {
  config: { siteUrl: string; baseUrl: string; openRateLimit: number }
  requestQueue: RequestQueue
  version: string
}

/** A JSON-RPC error, and the status of its response. */
class RpcError extends Error {
  override name = 'RpcError'
  readonly statusCode: number
  readonly code: number

  constructor(statusCode: number, code: number, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  server: -32000,
}

/** `POST /mcp`: the Model Context Protocol over HTTP, without sessions. */
export async function serveMcp(app: FastifyInstance, tools: McpHttpTools): Promise<void> {
  const { config, clock, version, requestQueue } = tools
  const limiter = memoryLimiter(config.openRateLimit, clock)
  const onFailure = (error: unknown, tool: string) =>
    app.log.error({ err: error, tool }, 'a tool failed')
  const handler = createMcpHandler(({ authInfo }) => {
    const client = queueClientOf(authInfo?.clientId ?? '')
    return mcpServer({ ...tools, client }, { version, onFailure })
  })
  app.addHook('onClose', () => handler.close())
  sendHeaders(app, { ...apiSecurityHeaders, 'cache-control': 'no-store' })
  readText(app)
  app.setErrorHandler(sendFailure)
  app.addHook('onRequest', rejectForeign(config))
  app.post('/mcp', { schema: { hide: true } }, async (request, reply) => {
    const message = parseBody(request.body)
    await limitCalls(message, { request, reply, limiter })
    if (!(await requestQueue.wait(request, reply))) return reply
    const given = webRequest(request, config, { body: String(request.body) })
    const authInfo = { token: '', clientId: request.ip, scopes: [] }
    return send(reply, await handler.fetch(given, { parsedBody: message, authInfo }))
  })
  rejectMethods(app)
}

const bodyMax = 64 * 1024

function readText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: bodyMax } as const
  app.addContentTypeParser('application/json', options, (_request, body, done) => done(null, body))
}

type Sites = Pick<McpHttpTools['config'], 'siteUrl' | 'baseUrl'>

/** Rejects requests for another host or from another origin, so that no website reads the service through a browser (DNS rebinding). */
function rejectForeign(config: Sites) {
  const own = [config.siteUrl, config.baseUrl].map((url) => new URL(url).hostname)
  const hosts = [...own, ...localhostAllowedHostnames()]
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const given = webRequest(request, config, {})
    const rejected =
      hostHeaderValidationResponse(given, hosts) ?? originValidationResponse(given, hosts)
    return rejected && send(reply, rejected)
  }
}

/** The request with both forms of a response accepted: the response is JSON, which some clients do not ask for. */
function webRequest(
  { headers }: FastifyRequest,
  { siteUrl }: Sites,
  { body }: { body?: string },
): Request {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== 'content-length') given.set(name, String(value))
  given.set('accept', 'application/json, text/event-stream')
  return new Request(`${siteUrl}/mcp`, {
    headers: given,
    ...(body !== undefined && { method: 'POST', body }),
  })
}

type Message = { method?: unknown; params?: { arguments?: unknown } | undefined }

/** The message of a body; an array of messages (a batch, until 2025-03-26) would be many calls at the price of one. */
function parseBody(body: unknown): Message {
  let message: unknown
  try {
    message = JSON.parse(String(body))
  } catch {
    throw new RpcError(400, codes.parse, 'The body is not valid JSON.')
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new RpcError(400, codes.request, 'The body must be one JSON-RPC message, not a batch.')
  if ((message as Message).method === 'subscriptions/listen')
    throw new RpcError(404, codes.method, 'Nothing changes here that could be subscribed to.')
  const { method, params } = message as Message
  if (method === 'tools/call' && !isObject(params?.arguments ?? {}))
    throw new RpcError(400, codes.params, 'The arguments must be an object.')
  return message
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Limited {
  request: FastifyRequest
  reply: FastifyReply
  limiter: Limiter
}

/** Counts calls of tools by the address of the client. */
async function limitCalls({ method }: Message, { request, reply, limiter }: Limited) {
  if (method !== 'tools/call') return
  const { admitted } = await limiter.take(networkOf(request.ip))
  if (admitted) return
  const { limit, windowSeconds } = limiter
  reply.header('retry-after', String(windowSeconds))
  const message = `This address called tools ${limit} times in ${windowSeconds} seconds. Wait ${windowSeconds} seconds.`
  throw new RpcError(429, codes.server, message)
}

/** A response of one message as JSON, also where the library sends a stream of it (before 2026-07-28). */
async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status)
  const text = await response.text()
  if (text === '') return reply.send()
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  reply.type('application/json; charset=utf-8').serializer((sent: string) => sent)
  return reply.send(isStream ? dataOf(text) : text)
}

/** The data of the last event (HTML standard, 9.2.6). */
function dataOf(stream: string): string {
  const events = stream.split('\n\n').map((event) =>
    event
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n'),
  )
  return events.findLast((data) => data !== '') ?? ''
}

const tooLarge = `The body is larger than ${bodyMax} bytes.`

/** Errors of the transport, and unexpected ones, as JSON-RPC errors. */
function sendFailure(error: FastifyError | RpcError, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode = 500 } = error
  const { code, message } = error instanceof RpcError ? error : transportFailure(statusCode)
  if (statusCode >= 500) request.log.error({ err: error }, 'request failed')
  return reply
    .code(statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ jsonrpc: '2.0', error: { code, message }, id: null })
}

function transportFailure(statusCode: number): { code: number; message: string } {
  if (statusCode === 413) return { code: codes.server, message: tooLarge }
  if (statusCode === 415)
    return { code: codes.server, message: 'Content-Type must be application/json.' }
  return statusCode < 500
    ? { code: codes.request, message: 'The request cannot be read.' }
    : { code: codes.internal, message: 'The request failed.' }
}

function rejectMethods(app: FastifyInstance): void {
  const reject = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', 'POST')
    throw new RpcError(405, codes.server, 'Use POST: there are no sessions and no streams.')
  }
  const method = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']
  // Before the body is read: its type does not matter here.
  app.route({ method, url: '/mcp', schema: { hide: true }, onRequest: reject, handler: reject })
}
