import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { escribeSource } from '../../../src/importers/escribe/index.ts'
import { hurried } from '../legistar/live.ts'

/** The source without pauses between requests. */
export const live = escribeSource(hurried)

export interface PortalResponses {
  /** The entries of the calendar between two days. */
  calendar: (from: string, to: string, page: number) => unknown
  /** The page of a path and query, or a function that responds. */
  page: (path: string) => string | ((response: ServerResponse) => void) | undefined
  robots?: string
  /** The page method that the portal has. */
  method?: string
  /** The past meetings of a type, if the portal lists them apart. */
  past?: (type: string, page: number) => unknown
}

/** A portal on the loopback interface that is closed after the test. */
export async function servePortal(responses: PortalResponses) {
  const { close, ...portal } = await startPortal(responses)
  onTestFinished(close)
  return portal
}

export async function startPortal(responses: PortalResponses) {
  const requests: string[] = []
  const agents = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    agents.add(request.headers['user-agent'])
    if (path === '/robots.txt') {
      respondWithPage(responses.robots, response)
      return
    }
    const body = await bodyOf(request)
    requests.push(body === '' ? path : `${path} ${body}`)
    if (path.includes('/MeetingsCalendarView.aspx/'))
      respondWithList(responses, { path, body }, response)
    else respondWithPage(responses.page(path), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, agents, close }
}

function respondWithList(
  { method = 'GetCalendarMeetings', calendar, past }: PortalResponses,
  { path, body }: { path: string; body: string },
  response: ServerResponse,
): void {
  if (past !== undefined && path.endsWith('/PastMeetings')) {
    const { type, pageNumber = 1 } = JSON.parse(body)
    response.end(JSON.stringify({ d: past(type, pageNumber) }))
    return
  }
  if (!path.endsWith(`/${method}`)) {
    respondWithPage(undefined, response)
    return
  }
  const { calendarStartDate: from, calendarEndDate: to, pageNumber = 1 } = JSON.parse(body)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ d: calendar(from, to, pageNumber) }))
}

function respondWithPage(
  page: ReturnType<PortalResponses['page']>,
  response: ServerResponse,
): void {
  if (typeof page === 'function') {
    page(response)
    return
  }
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' })
  response.end(page ?? 'not found')
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

/** The entries that start in these days. */
export function between<E extends { StartDate: string }>(entries: readonly E[]) {
  return (from: string, to: string) =>
    entries.filter(({ StartDate }) => {
      const date = StartDate.slice(0, 10).replaceAll('/', '-')
      return date >= from && date <= to
    })
}
