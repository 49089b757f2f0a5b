import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

interface BreakingLink {
  url: string
  /** How many connections it has broken. */
  breaks(): number
}

/**
 * Passes the bytes of a server on, and breaks connections after some of them until `times` are broken. `random` is from 0
 * to 1. Closed after the test.
 */
export async function startBreakingLink(
  port: number,
  { times, random }: { times: number; random: () => number },
): Promise<BreakingLink> {
  let broken = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(port, '127.0.0.1')
    let left = random() < 0.6 ? Math.floor(random() * bytesBefore) : Number.POSITIVE_INFINITY
    const end = () => {
      client.destroy()
      service.destroy()
    }
    for (const socket of [client, service]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    client.pipe(service)
    service.on('data', (chunk) => {
      const isLast = chunk.length > left && broken < times
      client.write(isLast ? chunk.subarray(0, left) : chunk)
      left -= chunk.length
      if (!isLast) return
      broken += 1
      service.pause()
      client.end(end)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breaks: () => broken,
  }
}

const bytesBefore = 20_000
