/** What runs beside others, unless they share one of its names. */
export interface Job {
  names: readonly string[]
  run: () => Promise<void>
}

/** Runs jobs side by side, the first that can run first, of each name one at a time. */
export class SideBySide {
  readonly #max: number
  readonly #busy = new Set<string>()
  readonly #running = new Set<Promise<void>>()

  constructor(max: number) {
    this.#max = max
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** The names of all that run. */
  get busy(): ReadonlySet<string> {
    return new Set(this.#busy)
  }

  /** Starts the first of these that can run now, and takes it from them; false if none can. */
  startNext(waiting: Job[]): boolean {
    if (this.#running.size >= this.#max) return false
    const index = waiting.findIndex(({ names }) => !names.some((name) => this.#busy.has(name)))
    const [job] = index === -1 ? [] : waiting.splice(index, 1)
    if (job === undefined) return false
    for (const name of job.names) this.#busy.add(name)
    const running = job.run().finally(() => {
      for (const name of job.names) this.#busy.delete(name)
      this.#running.delete(running)
    })
    this.#running.add(running)
    return true
  }

  /** Resolves when the next job ends; never if none runs. */
  async untilOneEnds(): Promise<void> {
    await Promise.race(this.#running)
  }
}
