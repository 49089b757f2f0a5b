import { newReeve } from '../../test/support/process/reeve.ts'
import { Wire } from '../kit/wire.ts'
import { cpuSecondsOf } from './cpu.ts'
import { categories, results, statuses, types } from './filter-values.ts'
import { queryWords } from './list-requests.ts'
import type { TownShape } from './shape.ts'

/** How long one kind of request took, in milliseconds. */
export interface Timing {
  name: string
  p50: number
  p99: number
}

export interface Timings {
  large: Timing[]
  small: Timing[]
  /** Concurrent requests of first pages of lists. */
  lists: ListRate
  failed: string[]
  requests: number
}

interface ListRate {
  perSecond: number
  /** CPU time per request, in milliseconds: of the service, and of the database's processes. */
  serviceMs: number
  databaseMs: number
}

const lanes = 8

interface Kind {
  name: string
  path: (index: number) => string
}

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T

/** The measured requests. Those of a kind differ, so that not only one row is in memory. */
function kindsOf({ slug, counts }: TownShape, deep: string): Kind[] {
  const v1 = (name: string, path: (index: number) => string): Kind => {
    return { name, path: (index) => `/api/v1/${slug}/${path(index)}` }
  }
  const ocd = (name: string, path: (index: number) => string): Kind => {
    return { name, path: (index) => `/api/ocd/${slug}/${path(index)}` }
  }
  const word = (value: string) => encodeURIComponent(value)
  return [
    v1('meetings, first page', () => 'meetings'),
    v1('meetings, of one type', (i) => `meetings?type=${word(pick(types, i))}`),
    v1('people, first page', () => 'people'),
    v1('people, by part of a name', () => 'people?name=ash'),
    v1('matters, first page', () => 'matters'),
    // The smallest town has only one page.
    v1('matters, far in (cursor)', () => (deep === '' ? 'matters' : `matters?cursor=${deep}`)),
    v1(
      'matters, of a status and category',
      (i) => `matters?status=${word(pick(statuses, i))}&category=${word(pick(categories, i))}`,
    ),
    v1('motions, first page', () => 'motions'),
    v1('motions, of one result', (i) => `motions?result=${word(pick(results, i))}`),
    v1('votes, first page', () => 'votes'),
    v1('votes, of a person', (i) => `votes?person=people-${i % Math.min(99, counts.people)}`),
    v1('by-laws, first page', () => 'bylaws'),
    v1('one meeting', (i) => `meetings/meetings-${(i * 7) % Math.min(99, counts.meetings)}`),
    v1('one person', (i) => `people/people-${i % Math.min(99, counts.people)}`),
    v1('one motion', (i) => `motions/motions-${(i * 7) % Math.min(99, counts.motions)}`),
    ocd('OCD bills, page 1', () => 'bills'),
    ocd('OCD votes, page 1', () => 'votes'),
    ocd('OCD votes, last page', () => `votes?page=${Math.max(1, Math.floor(counts.motions / 20))}`),
    v1('search, a rare word', () => `search?q=${queryWords.rare}`),
    v1('search, a word of some texts', () => `search?q=${queryWords.some}`),
    v1('search, two common words', () => `search?q=${word(queryWords.two)}`),
    v1('search, a word of most texts', () => `search?q=${queryWords.common}`),
  ]
}

/** Times responses of the built service on an existing database over HTTP. */
export async function timeRequests(
  databaseUrl: string,
  towns: { large: TownShape; small: TownShape },
  count: number,
  databasePid: number | undefined,
): Promise<Timings> {
  const reeve = newReeve()
  try {
    const settings = {
      DATABASE_URL: databaseUrl,
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'silent',
      PAGE_CACHE_MB: '0',
    }
    const made = await reeve.run(['keys', 'create', '--email', 'time@town.example'], settings)
    const { port, pid } = await reeve.serve([], settings)
    const driver = new Driver(port, made.stdout.trim())
    const large = await driver.timeTown(towns.large, count)
    const small = await driver.timeTown(towns.small, count)
    const lists = await driver.rate(towns.large, count * 5, [pid, databasePid])
    driver.close()
    return { large, small, lists, failed: driver.failed, requests: driver.requests }
  } finally {
    await reeve.remove()
  }
}

class Driver {
  readonly failed: string[] = []
  requests = 0
  readonly #wire: Wire
  readonly #key: string

  constructor(port: number, key: string) {
    this.#wire = new Wire(port, lanes)
    this.#key = key
  }

  async timeTown(town: TownShape, count: number): Promise<Timing[]> {
    const timings: Timing[] = []
    for (const { name, path } of kindsOf(town, await this.#deepCursor(town))) {
      // A warm-up: connections are opened, and statements are planned.
      await this.#run(path, Math.min(count, lanes * 8))
      const taken = (await this.#run(path, count)).sort((a, b) => a - b)
      timings.push({ name, p50: at(taken, 0.5), p99: at(taken, 0.99) })
    }
    return timings
  }

  async rate(
    { slug }: TownShape,
    count: number,
    pids: [number, number | undefined],
  ): Promise<ListRate> {
    const lists = ['meetings', 'people', 'matters', 'motions', 'bylaws']
    const secondsOf = (pid: number | undefined) => (pid === undefined ? 0 : cpuSecondsOf(pid))
    const before = pids.map(secondsOf)
    const started = performance.now()
    await this.#run((index) => `/api/v1/${slug}/${pick(lists, index)}`, count)
    const perSecond = (count * 1000) / (performance.now() - started)
    const [serviceMs = 0, databaseMs = 0] = pids.map(
      (pid, index) => ((secondsOf(pid) - (before[index] ?? 0)) * 1000) / count,
    )
    return { perSecond, serviceMs, databaseMs }
  }

  close(): void {
    this.#wire.close()
  }

  /** A cursor to the middle of the matters, found by following pages. */
  async #deepCursor({ slug, counts }: TownShape): Promise<string> {
    let cursor = ''
    for (let page = 0; page <= counts.matters / 200; page += 1) {
      const path = `/api/v1/${slug}/matters?per_page=100${cursor === '' ? '' : `&cursor=${cursor}`}`
      const { body } = await this.#send(path)
      const { pagination } = JSON.parse(body) as { pagination: { next_cursor: string | null } }
      cursor = pagination.next_cursor ?? cursor
    }
    return cursor
  }

  async #run(path: (index: number) => string, count: number): Promise<number[]> {
    const taken: number[] = []
    let next = 0
    const lane = async () => {
      while (next < count) {
        const index = next
        next += 1
        taken.push((await this.#send(path(index))).milliseconds)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return taken
  }

  async #send(target: string) {
    this.requests += 1
    const headers = { 'x-api-key': this.#key }
    const reply = await this.#wire.send({ method: 'GET', target, headers })
    if (reply.status !== 200) this.failed.push(`${reply.status} to ${target}`)
    return reply
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
