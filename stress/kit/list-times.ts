import type { Reeve } from '../../test/support/process/reeve.ts'
import { every } from './pressure.ts'
import type { Results } from './results.ts'
import { Wire } from './wire.ts'

const requestEveryMs = 10
const lists = ['meetings', 'motions', 'matters', 'bylaws', 'people', 'votes']

/** A database whose lists are read for some seconds. */
export interface ListScene {
  reeve: Reeve
  settings: Record<string, string>
  key: string
  seconds: number
  results: Results
  /** The slugs of its councils. */
  councils: readonly string[]
}

/** Imports the sample; returns a key. */
export async function keyOfSample(reeve: Reeve, settings: Record<string, string>): Promise<string> {
  const serving = await reeve.serve(['--demo'], settings)
  const [key = ''] = /rv_[0-9a-f]{64}/.exec(await serving.printed(/Key +rv_[0-9a-f]{64}/)) ?? []
  serving.signal('SIGTERM')
  await serving.ended
  return key
}

/** Milliseconds of requests for lists, at a constant rate, from a service that is started for them. */
export async function timesOfLists(scene: ListScene): Promise<number[]> {
  const { reeve, settings, key, seconds, results, councils } = scene
  const serving = await reeve.serve([], settings)
  const wire = new Wire(serving.port)
  const end = performance.now() + seconds * 1000
  const times = await every(
    requestEveryMs,
    () => performance.now() >= end,
    async (i) => {
      const slug = councils[Math.floor(i / lists.length) % councils.length]
      const list = lists[i % lists.length]
      const target = `/api/v1/${slug}/${list}?per_page=${(i % 100) + 1}`
      const headers = { 'x-api-key': key }
      const { status, milliseconds } = await wire.send({ method: 'GET', target, headers })
      results.note(status)
      results.demand(status === 200, `${target} has the status ${status}`)
      return milliseconds
    },
  )
  wire.close()
  serving.signal('SIGTERM')
  await serving.ended
  return times
}

export function quantiles(name: string, times: readonly number[]): Record<string, number> {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) /
    10
  return { [`${name} p50 ms`]: at(0.5), [`${name} p99 ms`]: at(0.99), [`${name} max ms`]: at(1) }
}
