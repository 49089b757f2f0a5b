import { setTimeout as pause } from 'node:timers/promises'
import { Wire } from '../../test/campaigns/kit/wire.ts'
import { freePort } from '../../test/support/process/checkout.ts'
import { newReeve } from '../../test/support/process/reeve.ts'
import type { Group, Order } from '../kit/bench.ts'
import { cores, onCore } from '../kit/cores.ts'
import type { Dataset } from '../kit/datasets.ts'
import { medianOf } from '../kit/rounds.ts'
import type { Row } from '../kit/row.ts'
import { reeve } from '../servers/variants.ts'

async function run({ rounds, share, datasets }: Order): Promise<Row[]> {
  const dataset = await datasets.ofNewYork(share)
  const taken: number[] = []
  for (let round = 0; round <= rounds; round += 1) taken.push(await secondsToAnswer(dataset))
  const described = { group: 'start', request: 'meetings, page of 20', data: dataset.name }
  // The first one reads the program from the disk.
  const seconds = medianOf(taken.slice(1))
  return [{ ...described, server: reeve.name, figures: { seconds } }]
}

/** From the start of the process to its first answer, a page of a list. */
async function secondsToAnswer({ databaseUrl, slug, keys }: Dataset): Promise<number> {
  const command = newReeve(onCore(cores.servers))
  const port = await freePort()
  const settings = { ...reeve.settings, DATABASE_URL: databaseUrl, PORT: String(port) }
  const started = performance.now()
  const serving = command.serve([], settings)
  try {
    const answered = firstAnswer(port, `/api/v1/${slug}/meetings`, keys[0] ?? '')
    // One that ends instead says why.
    await Promise.race([answered, serving.then(() => answered)])
    const seconds = (performance.now() - started) / 1000
    const { signal, ended } = await serving
    signal('SIGTERM')
    await ended
    return seconds
  } finally {
    await command.remove()
  }
}

async function firstAnswer(port: number, target: string, key: string): Promise<void> {
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
  about: 'from the start of the process to its first answer',
  run,
}
