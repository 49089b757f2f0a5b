const namesMax = 10_000

interface Sample {
  reportedAt: number
  /** Events since the report. */
  unreported: number
}

/** Samples events by name: reports the first, then at most one per `intervalMs`. */
export class EventSampler {
  readonly #monotonic: () => number
  readonly #intervalMs: number
  // In the order of reports.
  readonly #samples = new Map<string, Sample>()

  constructor(monotonic: () => number, intervalMs = 60_000) {
    this.#monotonic = monotonic
    this.#intervalMs = intervalMs
  }

  /** Counts an event. Returns the events since the last report, or 0 if it must not be reported now. */
  count(name = ''): number {
    const now = this.#monotonic()
    const sample = this.#samples.get(name)
    if (sample !== undefined && now - sample.reportedAt < this.#intervalMs) {
      sample.unreported += 1
      return 0
    }
    this.#samples.delete(name)
    const [oldest] = this.#samples.keys()
    if (oldest !== undefined && this.#samples.size >= namesMax) this.#samples.delete(oldest)
    this.#samples.set(name, { reportedAt: now, unreported: 0 })
    return (sample?.unreported ?? 0) + 1
  }
}
