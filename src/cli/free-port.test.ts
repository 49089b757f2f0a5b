import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listenFailure, onPort, PortInUse } from './free-port.ts'

const host = '127.0.0.1'
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(port: number): Promise<number> {
  const server = createServer()
  servers.push(server)
  await once(server.listen(port, host), 'listening').catch((error: Error) => {
    throw listenFailure(error, { host, port })
  })
  return port
}

describe('the choice of a port', () => {
  it('tries another free port if a process has taken the first', async () => {
    const tried: number[] = []
    const port = await onPort({ host, port: 0 }, async (free) => {
      tried.push(free)
      if (tried.length === 1) await listen(free)
      return listen(free)
    })
    expect(tried).toHaveLength(2)
    expect(port).toBe(tried[1])
  })

  it('gives up after five ports', async () => {
    const tried: number[] = []
    const started = onPort({ host, port: 0 }, async (free) => {
      tried.push(free)
      await listen(free)
      return listen(free)
    })
    await expect(started).rejects.toThrow(PortInUse)
    expect(tried).toHaveLength(5)
  })

  it('tries a configured port once, and no other', async () => {
    const taken = await onPort({ host, port: 0 }, listen)
    const started = onPort({ host, port: taken }, listen)
    await expect(started).rejects.toThrow(
      `cannot listen on ${host}:${taken}: PORT ${taken} is in use`,
    )
  })
})
