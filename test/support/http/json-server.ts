import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on 127.0.0.1 that is closed after the test. */
export interface JsonServer {
  url: string
  /** The path and query of every request, in order. */
  requests: string[]
}

/**
 * The response to a path: JSON, or a function that writes it; undefined is 404. `times` counts the requests of the
 * path, from 1.
 */
export type JsonHandler = (
  path: string,
  times: number,
) => unknown | ((response: ServerResponse) => void)

export async function startJsonServer(responses: JsonHandler): Promise<JsonServer> {
  const { close, ...server } = await openJsonServer(responses)
  onTestFinished(close)
  return server
}

/** The same, closed by its user. */
export async function openJsonServer(
  responses: JsonHandler,
): Promise<JsonServer & { close: () => void }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const result = responses(path, requests.filter((one) => one === path).length)
    if (typeof result === 'function') return void result(response)
    response.statusCode = result === undefined ? 404 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(result ?? { error: 'not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}
