import { setTimeout as pause } from 'node:timers/promises'
import { Wire } from '../../stress/kit/wire.ts'
import { freePort } from '../../test/support/process/checkout.ts'
import { peakMiB } from '../../test/support/process/memory.ts'
import { newReeve } from '../../test/support/process/reeve.ts'
import type { BenchOptions, Group } from '../kit/bench.ts'
import { cores, pinnedCommand } from '../kit/cores.ts'
import type { Dataset } from '../kit/datasets.ts'
import { medianOf } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { reeve } from '../servers/variants.ts'

async function run({ rounds, share, datasets }: BenchOptions): Promise<Row[]> {
  const dataset = await datasets.newYorkSized(share)
  const taken: number[] = []
  for (let round = 0; round <= rounds; round += 1) taken.push((await measureStart(dataset)).seconds)
  const described = { group: 'start', request: 'meetings, page of 20', data: dataset.name }
  // The first start reads the program from disk.
  const seconds = medianOf(taken.slice(1))
  return [{ ...described, server: reeve.name, metrics: { seconds } }]
}

interface Started {
  /** From the start of the process to its first response. */
  seconds: number
  /** Peak resident memory by then. */
  peakMiB: number
}

/** Starts the service and stops it after its first response. */
export async function measureStart({ databaseUrl, slug, keys }: Dataset): Promise<Started> {
  const command = newReeve(pinnedCommand(cores.servers))
  const port = await freePort()
  const settings = { ...reeve.settings, DATABASE_URL: databaseUrl, PORT: String(port) }
  const started = performance.now()
  const serving = command.serve([], settings)
  try {
    const responded = waitForResponse(port, `/api/v1/${slug}/meetings`, keys[0] ?? '')
    // A process that exits early rejects with its reason.
    await Promise.race([responded, serving.then(() => responded)])
    const seconds = (performance.now() - started) / 1000
    const { pid, signal, ended } = await serving
    const memory = peakMiB(pid)
    signal('SIGTERM')
    await ended
    return { seconds, peakMiB: memory }
  } finally {
    await command.remove()
  }
}

async function waitForResponse(port: number, target: string, key: string): Promise<void> {
  const wire = new Wire(port, 1)
  const headers = { 'x-api-key': key }
  for (;;) {
    const reply = await wire.send({ method: 'GET', target, headers }).catch(() => undefined)
    if (reply?.status === 200) return wire.close()
    await pause(2)
  }
}

export const start: Group = {
  name: 'start',
  about: 'time from the start of the process to its first response',
  run,
}
