import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { Metrics, type Snapshot } from '../../operations/metrics/metrics.ts'
import { CliError } from '../cli-error.ts'
import { type Drain, drainOf } from '../drain.ts'
import { PortInUse } from '../free-port.ts'
import { isUserError } from '../program.ts'
import { type Server, startServer } from '../server.ts'
import { aborted, stopSignal } from '../stop-signal.ts'
import type { FromWorker, ToWorker } from './messages.ts'

// What `serve --workers` runs N times. It is told everything by the first process, and ends with it.

const gatherMs = 3000

let server: Promise<Server> | undefined
let ending: Promise<void> | undefined

let gathers = 0
let metrics: Metrics | undefined
const gathering = new Map<number, (snapshots: Snapshot[]) => void>()

process.on('message', (message: ToWorker) => {
  if (message.kind === 'serve') void serve(message.config, message.slot)
  if (message.kind === 'drain') void end(message.drain)
  if (message.kind === 'collect-metrics') void sendMetrics()
  if (message.kind === 'all-metrics') gathering.get(message.request)?.(message.snapshots)
})
process.on('disconnect', () => void end({ readinessDelayMs: 0, keepAliveGraceMs: 0 }))
await send({ kind: 'ready-for-config' })

async function serve(config: Config, slot: number): Promise<void> {
  // A terminal, or systemd, signals every process of a service. The first process says the same; once is enough.
  void aborted(stopSignal()).then(() => end(drainOf(config)))
  metrics = config.metrics ? new Metrics(String(slot)) : undefined
  server = startServer(config, metrics && { own: metrics, gather })
  try {
    await server
    await send({ kind: 'listening' })
  } catch (error) {
    await send(startError(error))
    process.exit()
  }
}

function end(drain: Drain): Promise<void> {
  ending ??= endOnce(drain)
  return ending
}

async function endOnce(drain: Drain): Promise<void> {
  // One that could not be started has said so.
  const running = await server?.catch(() => undefined)
  await running?.end(drain)
  await sendMetrics()
  process.exit()
}

async function sendMetrics(): Promise<void> {
  if (metrics !== undefined) await send({ kind: 'metrics', snapshot: metrics.snapshot() })
}

async function gather(): Promise<Snapshot[]> {
  gathers += 1
  const request = gathers
  const answer = new Promise<Snapshot[]>((resolve) => gathering.set(request, resolve))
  await send({ kind: 'get-all-metrics', request })
  try {
    const late = pause(gatherMs, undefined, { ref: false })
    const snapshots = await Promise.race([answer, late])
    if (snapshots !== undefined) return snapshots
    // The metrics of one worker alone would look as if all counts had been set back.
    throw new Error(`the first process did not gather the metrics of all in ${gatherMs / 1000} s`)
  } finally {
    gathering.delete(request)
  }
}

function startError(error: unknown): FromWorker {
  process.exitCode = 1
  if (error instanceof CliError)
    return {
      kind: 'failed',
      message: error.message,
      exitCode: error.exitCode,
      portInUse: error instanceof PortInUse,
    }
  if (isUserError(error)) return { kind: 'failed', message: error.message, exitCode: 2 }
  return { kind: 'failed', message: (error as Error).stack ?? String(error), exitCode: 1 }
}

function send(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    // The first process may have exited; `disconnect` says so.
    if (process.connected) process.send?.(message, () => resolve())
    else resolve()
  })
}
