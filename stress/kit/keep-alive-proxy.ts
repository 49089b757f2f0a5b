import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that keeps connections to its backends, and repeats no request that a backend has received. */
export interface KeepAliveProxy {
  readonly port: number
  close(): void
}

/**
 * Forwards to the backends in rotation; skips one that cannot be connected to, as HAProxy and nginx do, because no
 * request was sent.
 */
export async function startKeepAliveProxy(backends: readonly number[]): Promise<KeepAliveProxy> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 })
  let round = 0
  const forward = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    [port, ...others]: readonly (number | undefined)[],
  ) => {
    const { method = 'GET', url = '/', headers } = incoming
    const target = { agent, host: '127.0.0.1', port, method, path: url, headers }
    const upstream = request(target, (response) => {
      const { connection: _, 'keep-alive': __, ...kept } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, kept)
      response.pipe(outgoing)
      response.on('error', () => outgoing.destroy())
    })
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall === 'connect' && others.length > 0)
        return forward(incoming, outgoing, others)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502, { 'x-reason': error.code ?? error.message }).end()
    })
    upstream.end()
  }
  const server = createServer((incoming, outgoing) => {
    round += 1
    const first = round % backends.length
    forward(incoming, outgoing, [...backends.slice(first), ...backends.slice(0, first)])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
