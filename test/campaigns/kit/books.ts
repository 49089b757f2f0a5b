import type { Fault, Outcome } from './campaign.ts'

const faultsKept = 50

/** Keeps count of what a campaign sent that judges answers by itself, and of what it found. */
export class Books {
  requests = 0
  readonly #statuses = new Map<number, number>()
  readonly #faults: Fault[] = []
  readonly #started = performance.now()
  #faultCount = 0

  note(status: number): void {
    this.requests += 1
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  /** Books a fault. It has no target: no single request, sent again, would show it. */
  fault(why: string): void {
    this.#faultCount += 1
    if (this.#faults.length >= faultsKept) return
    this.#faults.push({ sent: { method: 'SITE', target: '' }, expected: { status: [] }, why })
  }

  /** Books a fault unless `fine`. */
  demand(fine: boolean, why: string): void {
    if (!fine) this.fault(why)
  }

  outcome(figures: Record<string, number | string> = {}): Outcome {
    const seconds = Math.round((performance.now() - this.#started) / 100) / 10
    return {
      requests: this.requests,
      statuses: Object.fromEntries([...this.#statuses].sort(([a], [b]) => a - b)),
      faults: this.#faults,
      faultCount: this.#faultCount,
      figures: { seconds, ...figures },
    }
  }
}
