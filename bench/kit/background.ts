import { Wire } from '../../stress/kit/wire.ts'
import type { Entry } from './rounds.ts'
import type { Row } from './row.ts'

/** Sends requests at a constant rate during a round, each target in rotation; its end waits for pending responses. */
export function startRequests(
  targets: readonly string[],
  perSecond: number,
): NonNullable<Entry['meanwhile']> {
  return ({ port, keys }) => {
    const wire = new Wire(port)
    const headers = { 'x-api-key': keys[0] ?? '' }
    const sent: Promise<unknown>[] = []
    const send = () => {
      const target = targets[sent.length % targets.length] ?? ''
      sent.push(wire.send({ method: 'GET', target, headers }))
    }
    const timer = setInterval(send, 1000 / perSecond)
    return async () => {
      clearInterval(timer)
      await Promise.all(sent)
      wire.close()
    }
  }
}

/** Without the CPU time, of which background requests used a part. */
export function omitProcessorTime({ metrics, ...row }: Row): Row {
  const { cpuMicroseconds, databaseMicroseconds, ...rest } = metrics
  return { ...row, metrics: rest }
}
