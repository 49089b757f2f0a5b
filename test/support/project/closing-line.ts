import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Ends a run with `N passed, N failed` (and `, N skipped` where any was) alone on the last line. */
export class ClosingLine implements Reporter {
  #counts: Counts | undefined
  #watching = false

  onInit(vitest: Vitest): void {
    this.#watching = vitest.config.watch
    // Only when the process ends has every other reporter, and the runner itself, had its say.
    process.once('exit', (code) => this.#close(code))
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    this.#counts = countTests(modules)
    this.#counts.failed += unhandledErrors.length
    if (reason === 'interrupted') this.#counts.failed = Math.max(1, this.#counts.failed)
  }

  #close(code: number): void {
    // Listing tests ends well without a run; a run that broke before its end does not.
    if (!this.#counts && code === 0) return
    const counts = toVerdict(this.#counts ?? { passed: 0, failed: 0, skipped: 0 }, code)
    if (counts.failed > 0 && !this.#watching) process.exitCode = code || 1
    // The line break before it keeps the line alone even after output that ended without one.
    process.stdout.write(`\n${toClosingLine(counts)}\n`)
  }
}

function countTests(modules: readonly TestModule[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      // A test that never came to an end has not shown what it promises.
      counts[state === 'pending' ? 'failed' : state] += 1
    }
    // A file that does not load, or a hook that throws, belongs to no test case and would otherwise go uncounted.
    const groups = [module, ...module.children.allSuites()]
    counts.failed += groups.filter((group) => group.errors().length > 0).length
  }
  return counts
}

// A run that failed for a reason no test shows, or that ran nothing, must not close like a green one.
function toVerdict(counts: Counts, code: number): Counts {
  const ranNothing = counts.passed + counts.failed + counts.skipped === 0
  if (counts.failed === 0 && (code !== 0 || ranNothing)) return { ...counts, failed: 1 }
  return counts
}

function toClosingLine({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
