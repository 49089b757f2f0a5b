import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http'

const clients = 64

/**
 * The statuses and error codes that many clients get until the server stops listening, which `stop` makes it do once
 * each of them has a connection. They keep connections, and open others for those that the server closes.
 */
export async function outcomesUntilClosed(
  port: number,
  pathOf: (request: number) => string,
  stop: () => void,
): Promise<Set<number | string>> {
  const agent = new Agent({ keepAlive: true })
  const outcomes = new Set<number | string>()
  let requests = 0
  let connected = 0
  const send = async () => {
    requests += 1
    outcomes.add(await outcomeOf({ port, host: '127.0.0.1', path: pathOf(requests), agent }))
  }
  const client = async () => {
    await send()
    connected += 1
    if (connected === clients) stop()
    while (!outcomes.has('ECONNREFUSED')) await send()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return outcomes
}

async function outcomeOf(request: RequestOptions): Promise<number | string> {
  try {
    const [response] = (await once(get(request), 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    return response.statusCode ?? 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? ''
  }
}
