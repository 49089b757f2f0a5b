import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that is free on `host` now: addresses that are published must name it before the server listens. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
