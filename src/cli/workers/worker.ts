import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../config/config.ts'
import type { Branding, LiveBranding } from '../../core/branding.ts'
import { Shutdown } from '../../http/shutdown.ts'
import { Metrics, type ProcessMetrics } from '../../operations/metrics.ts'
import { CliError } from '../cli-error.ts'
import { isUserError } from '../report-error.ts'
import { startServer } from '../server.ts'
import { aborted, stopSignal } from '../stop-signal.ts'
import type { FromWorker, ToWorker } from './worker-pool.ts'

// The entry of a worker process: controlled by messages of the supervisor, and exits with it.

const gatherMs = 3000
// Longer than a worker takes to be quiet; twice this and the grace period are less than Docker's ten seconds.
const barrierMs = 600

let passBarrier = () => {}
let branding: LiveBranding | undefined
let receiveBranding = (_: LiveBranding) => {}
let shutdown: Promise<void> | undefined
let gathers = 0
const gathering = new Map<number, (snapshots: ProcessMetrics[]) => void>()

process.on('message', (message: ToWorker) => {
  if (message.kind === 'drain') void end()
  if (message.kind === 'pass-barrier') passBarrier()
  if (message.kind === 'branding') setBranding(message.branding)
  if (message.kind === 'collect-metrics') void sendMetrics()
  if (message.kind === 'all-metrics') gathering.get(message.request)?.(message.snapshots)
})
process.on('disconnect', () => void end(true))
// Terminals and systemd signal every process, in addition to the supervisor's message.
void aborted(stopSignal()).then(() => end())
// A reload, or the end of a terminal, is for the supervisor to decide.
process.on('SIGHUP', () => {})

const [, , slot = ''] = process.argv
const config = readConfig()
const metrics = config.metrics ? new Metrics(slot) : undefined
const server = getBranding().then((live) =>
  startServer(config, {
    branding: live,
    metrics: metrics && { own: metrics, gather },
    shutdown: new Shutdown(barrier),
  }),
)
server.catch(async (error) => {
  await send(startError(error))
  process.exit()
})

async function getBranding(): Promise<LiveBranding> {
  const received = new Promise<LiveBranding>((resolve) => {
    receiveBranding = resolve
  })
  await send({ kind: 'get-branding' })
  return received
}

function setBranding(current: Branding): void {
  if (branding !== undefined) branding.current = current
  else {
    branding = { current }
    receiveBranding(branding)
  }
}

function end(atOnce = false): Promise<void> {
  shutdown ??= endOnce(atOnce)
  return shutdown
}

async function endOnce(atOnce: boolean): Promise<void> {
  // A failed start has already been reported.
  const running = await server.catch(() => undefined)
  await running?.end(atOnce)
  await sendMetrics()
  process.exit()
}

async function barrier(): Promise<void> {
  const passed = new Promise<void>((resolve) => {
    passBarrier = resolve
  })
  await send({ kind: 'at-barrier' })
  if (process.connected) await Promise.race([passed, pause(barrierMs, undefined, { ref: false })])
}

async function sendMetrics(): Promise<void> {
  if (metrics !== undefined) await send({ kind: 'metrics', snapshot: await metrics.snapshot() })
}

async function gather(): Promise<ProcessMetrics[]> {
  gathers += 1
  const request = gathers
  const response = new Promise<ProcessMetrics[]>((resolve) => gathering.set(request, resolve))
  await send({ kind: 'get-all-metrics', request })
  try {
    const timeout = pause(gatherMs, undefined, { ref: false })
    const snapshots = await Promise.race([response, timeout])
    if (snapshots !== undefined) return snapshots
    // The counters of one worker alone would look like a reset.
    throw new Error(
      `the supervisor did not return the metrics of all workers within ${gatherMs / 1000} s`,
    )
  } finally {
    gathering.delete(request)
  }
}

function startError(error: unknown): FromWorker {
  process.exitCode = 1
  if (error instanceof CliError)
    return { kind: 'failed', message: error.message, exitCode: error.exitCode }
  if (isUserError(error)) return { kind: 'failed', message: error.message, exitCode: 2 }
  return { kind: 'failed', message: (error as Error).stack ?? String(error), exitCode: 1 }
}

function send(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    // If the supervisor has exited, `disconnect` ends this process.
    if (process.connected) process.send?.(message, () => resolve())
    else resolve()
  })
}
