import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Failure } from './failure.ts'

/** A port that is free on `host` now: addresses that are published must name it before the server listens. Throws `Failure`. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening').catch((error: Error) => {
    throw new Failure(`cannot listen on ${host}: ${error.message}`)
  })
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
