import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of a request: passed on, late by some milliseconds, cut in the middle of its body, or a response of the proxy. */
export type Outage =
  | { is: 'none' }
  | { is: 'slow'; ms: number }
  | { is: 'cut' }
  | { is: 'status'; status: number; headers?: Record<string, string>; body?: string }

export interface UnreliableProxy {
  url: string
  /** The requests that came, by their paths. */
  requests: string[]
  stop(): Promise<void>
}

/** A proxy on a free port of 127.0.0.1 before a service. */
export async function startUnreliableProxy(
  target: string,
  outageOf: (count: number, path: string) => Outage,
): Promise<UnreliableProxy> {
  const requests: string[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    requests.push(path)
    const outage = outageOf(requests.length, path)
    if (outage.is === 'status')
      return void response.writeHead(outage.status, outage.headers).end(outage.body ?? 'x')
    const headers = { 'x-api-key': String(request.headers['x-api-key'] ?? '') }
    const found = await fetch(target + path, { headers })
    const body = await found.text()
    if (outage.is === 'slow') await new Promise((resolve) => setTimeout(resolve, outage.ms))
    response.writeHead(found.status, { 'content-type': 'application/json' })
    if (outage.is !== 'cut') return void response.end(body)
    response.write(body.slice(0, body.length / 2), () => response.destroy())
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, requests, stop }
}
