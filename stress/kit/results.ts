import type { Failure, Outcome } from './stress-test.ts'

const failuresMax = 50

/** Counts requests and errors of a stress test that checks responses itself. */
export class Results {
  requests = 0
  readonly #statuses = new Map<number, number>()
  readonly #errors: Failure[] = []
  readonly #started = performance.now()
  #failureCount = 0

  note(status: number): void {
    this.requests += 1
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  /** Records an error without a target, because no single request reproduces it. */
  fail(why: string): void {
    this.#failureCount += 1
    if (this.#errors.length >= failuresMax) return
    this.#errors.push({ sent: { method: 'SITE', target: '' }, expected: { status: [] }, why })
  }

  /** Records an error unless `fine`. */
  demand(fine: boolean, why: string): void {
    if (!fine) this.fail(why)
  }

  outcome(metrics: Record<string, number | string> = {}): Outcome {
    const seconds = Math.round((performance.now() - this.#started) / 100) / 10
    return {
      requests: this.requests,
      statuses: Object.fromEntries([...this.#statuses].sort(([a], [b]) => a - b)),
      errors: this.#errors,
      failureCount: this.#failureCount,
      metrics: { seconds, ...metrics },
    }
  }
}
