/** Whose job it is, and which names it counts against. */
export interface QueueClient {
  /** Groups take turns. */
  group: string
  /** Jobs that each name may have in the queue, running ones included. */
  quotas: readonly (readonly [name: string, max: number])[]
}

/** More work is queued than a client, or all of them, may have; nothing was done. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

/**
 * Runs a few jobs at a time. Groups take turns and none can fill the queue, so a client that sends many jobs waits
 * behind its own.
 */
export class FairQueue {
  readonly #concurrency: number
  readonly #perGroup: number
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #running = new Map<string, number>()
  readonly #quotas = new Map<string, number>()
  #runningCount = 0

  /** @param perGroup Jobs of one group that run at a time; the rest stays free for others. */
  constructor(concurrency: number, perGroup = concurrency) {
    this.#concurrency = concurrency
    this.#perGroup = perGroup
  }

  /** Throws `TooBusy` where a name has too many jobs. */
  async run<T>({ group, quotas }: QueueClient, work: () => T | Promise<T>): Promise<T> {
    if (quotas.some(([name, max]) => (this.#quotas.get(name) ?? 0) >= max))
      throw new TooBusy('too many jobs at once')
    for (const [name] of quotas) add(this.#quotas, name, 1)
    await this.#waitToStart(group)
    try {
      return await work()
    } finally {
      for (const [name] of quotas) add(this.#quotas, name, -1)
      add(this.#running, group, -1)
      this.#runningCount -= 1
      this.#startNext()
    }
  }

  #waitToStart(group: string): Promise<void> {
    return new Promise((resolve) => {
      const jobs = this.#waiting.get(group) ?? []
      jobs.push(resolve)
      this.#waiting.set(group, jobs)
      this.#startNext()
    })
  }

  #startNext(): void {
    while (this.#runningCount < this.#concurrency) {
      const next = this.#nextGroup()
      if (next === undefined) return
      const [group, jobs] = next
      // Behind all others, until its next turn.
      this.#waiting.delete(group)
      const start = jobs.shift()
      if (jobs.length > 0) this.#waiting.set(group, jobs)
      add(this.#running, group, 1)
      this.#runningCount += 1
      start?.()
    }
  }

  #nextGroup(): [string, (() => void)[]] | undefined {
    for (const entry of this.#waiting)
      if ((this.#running.get(entry[0]) ?? 0) < this.#perGroup) return entry
    return undefined
  }
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
