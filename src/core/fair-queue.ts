export interface QueueClient {
  /** Groups are served in rotation. */
  group: string
  /** Maximum queued and running jobs per name. */
  quotas: readonly (readonly [name: string, max: number])[]
}

/** The queue is full for this client. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

/** Runs a few jobs at a time. Groups are served in rotation, so that one client cannot delay the others. */
export class FairQueue {
  readonly #concurrency: number
  readonly #perGroup: number
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #running = new Map<string, number>()
  readonly #quotas = new Map<string, number>()
  #runningCount = 0

  /** @param perGroup Maximum running jobs per group. */
  constructor(concurrency: number, perGroup = concurrency) {
    this.#concurrency = concurrency
    this.#perGroup = perGroup
  }

  /** Throws `TooBusy`. */
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
      // Moves the group to the end.
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
