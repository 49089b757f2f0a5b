import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { uncompressed } from '../service/service.ts'

/** A request as a server got it. */
interface Received {
  /** With its query. */
  path: string
  key: string | undefined
  range: string | undefined
}

/** Responds instead of the service behind it, or returns false. */
export type Intercept = (request: Received, response: ServerResponse) => boolean

export interface Front {
  url: string
  requests: Received[]
  /** Can be replaced. */
  intercept: Intercept
}

/** A server on 127.0.0.1 that passes requests on to another, and is closed after the test. */
export async function startFront(
  behind: string,
  intercept: Intercept = () => false,
): Promise<Front> {
  const front: Front = { url: '', requests: [], intercept }
  const server = createServer(async ({ url: path = '', headers }, response) => {
    const key = headers['x-api-key'] as string | undefined
    const received = { path, key, range: headers.range }
    front.requests.push(received)
    if (front.intercept(received, response)) return
    const passed = await fetch(behind + path, {
      headers: {
        ...uncompressed,
        ...(key && { 'x-api-key': key }),
        ...(headers.range && { range: headers.range }),
      },
    })
    for (const name of ['content-type', 'content-range', 'retry-after']) {
      const value = passed.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.writeHead(passed.status).end(Buffer.from(await passed.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return front
}
