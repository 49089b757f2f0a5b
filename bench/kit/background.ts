import { Wire } from '../../stress/kit/wire.ts'
import type { Row } from './row.ts'
import type { Subject } from './subject.ts'

/** Sends requests at a constant rate, each target in rotation; the end waits for pending responses, and resolves to how long each took, in milliseconds. */
export function startRequests(
  targets: readonly string[],
  perSecond: number,
): (subject: Subject) => () => Promise<number[]> {
  return ({ port, keys }) => {
    const wire = new Wire(port)
    const headers = { 'x-api-key': keys[0] ?? '' }
    const sent: Promise<number>[] = []
    const send = () => {
      const target = targets[sent.length % targets.length] ?? ''
      sent.push(wire.send({ method: 'GET', target, headers }).then((reply) => reply.milliseconds))
    }
    const timer = setInterval(send, 1000 / perSecond)
    return async () => {
      clearInterval(timer)
      const milliseconds = await Promise.all(sent)
      wire.close()
      return milliseconds
    }
  }
}

/** Without the CPU time, of which background requests used a part. */
export function omitProcessorTime({ metrics, ...row }: Row): Row {
  const { cpuMicroseconds, databaseMicroseconds, ...rest } = metrics
  return { ...row, metrics: rest }
}
