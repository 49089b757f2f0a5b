import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A proxy on the loopback interface that can delay responses of a server. */
export interface SlowProxy {
  readonly port: number
  /** Delays all later responses. */
  delay(milliseconds: number): void
  close(): Promise<void>
}

export async function startSlowProxy(to: number): Promise<SlowProxy> {
  const child = fork(join(import.meta.dirname, 'slow-proxy.mjs'), [String(to)])
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    delay: (milliseconds) => void child.send(milliseconds),
    async close() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
