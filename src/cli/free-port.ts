import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { CliError } from './cli-error.ts'

const attemptsMax = 5

/** Another process listens on the port; with PORT=0 another port is tried. */
export class PortInUse extends CliError {
  override name = 'PortInUse'
}

/**
 * Calls `start` with `port`, or with a free port if it is 0, because published URLs contain the port. If another process
 * takes the free port first, `start` is called again with another one.
 */
export async function onPort<T>(
  { host, port }: { host: string; port: number },
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (port !== 0) return start(port)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort(host))
    } catch (error) {
      if (!(error instanceof PortInUse) || attempt === attemptsMax) throw error
    }
  }
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, { host, port: 0 })
  })
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Explains an error of `listen` by the setting to change. */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): CliError {
  if (error.code === 'EADDRINUSE')
    return new PortInUse(
      `cannot listen on ${host}:${port}: PORT ${port} is in use; stop the process that uses it, or set PORT to another port (0 picks a free one)`,
    )
  if (error.code === 'EACCES')
    return new CliError(
      `cannot listen on ${host}:${port}: this user is not allowed to use PORT ${port}; set PORT to 1024 or above`,
    )
  return new CliError(
    `cannot listen on ${host}:${port}: HOST must be an IP address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them (${error.message})`,
  )
}
