import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Row, select } from './odata.ts'

/** The data of a council. */
export interface LegistarResponses {
  /** The rows of `Bodies`, `Persons`, `OfficeRecords`, `Matters` or `Events`. */
  list(name: string): readonly Row[] | undefined
  /** The response of a nested path, for example `Events/4048/EventItems`. */
  part(path: string): unknown
}

/** A failure of the server. */
export type Misbehaviour =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  | 'hang'
  | 'reset'
  | 'cut off'

/** A request: its council, its path below that, its query, and the number of equal requests before it. */
export interface RecordedRequest {
  council: string
  path: string
  query: URLSearchParams
  before: number
  userAgent: string
}

export interface LegistarServer {
  /** The base URL of the council. */
  base: string
  /** Every request, in order, without the token. */
  requests: string[]
  /** The maximum number of concurrent requests. */
  busiest(): number
  close(): Promise<void>
}

/** Serves responses as webapi.legistar.com does, on the loopback interface, with an optional token. */
export async function startLegistar(
  responses: LegistarResponses,
  given: {
    token?: string
    /** The council in the URL. */
    council?: string
    misbehaviour?: (requests: RecordedRequest) => Misbehaviour | undefined
    /** The delay of each response. */
    delayMs?: number
  } = {},
): Promise<LegistarServer> {
  const requests: string[] = []
  const times = new Map<string, number>()
  let underWay = 0
  let busiest = 0
  const server = createServer((request, response) => {
    underWay += 1
    busiest = Math.max(busiest, underWay)
    response.on('close', () => {
      underWay -= 1
    })
    const { line, token, ...one } = readRequest(request)
    const name = `${one.council} ${line}`
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    requests.push(line)
    if (token !== (given.token ?? null)) {
      send(response, 403, { Message: 'token' })
      return
    }
    const respond = () => {
      const content = responseTo(responses, one.path, one.query)
      send(response, content === undefined ? 404 : 200, content ?? { Message: 'not found' })
    }
    const misbehave = given.misbehaviour?.({ ...one, before })
    if (misbehave === undefined && given.delayMs !== undefined) setTimeout(respond, given.delayMs)
    else if (misbehave === undefined) respond()
    else fail(misbehave, { request, response }, respond)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}/v1/${given.council ?? 'town'}`,
    requests,
    busiest: () => busiest,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function readRequest(request: IncomingMessage) {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
  const token = query.get('token')
  query.delete('token')
  const [, council = '', path = ''] = /^\/v1\/(\w+)\/(.*)$/.exec(pathname) ?? []
  const line = query.size === 0 ? path : `${path}?${decodeURIComponent(query.toString())}`
  return { council, path, query, line, token, userAgent: request.headers['user-agent'] ?? '' }
}

function responseTo(responses: LegistarResponses, path: string, query: URLSearchParams): unknown {
  const rows = responses.list(path)
  return rows === undefined ? responses.part(path) : select(rows, query)
}

function fail(
  misbehave: Misbehaviour,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  respond: () => void,
): void {
  if (misbehave === 'reset') request.socket.resetAndDestroy()
  else if (misbehave === 'cut off') {
    // Half of the response with a correct length, so that only the JSON is invalid.
    const end = response.end.bind(response)
    response.end = ((body: string) => end(body.slice(0, body.length / 2))) as typeof response.end
    respond()
  } else if (misbehave !== 'hang' && misbehave.body !== undefined)
    response.writeHead(misbehave.status, misbehave.headers).end(misbehave.body)
  else if (misbehave !== 'hang') send(response, misbehave.status, {}, misbehave.headers)
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
