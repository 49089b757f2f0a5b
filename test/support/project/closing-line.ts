import { JsonReporter, type JsonTestResults, type Vitest } from 'vitest/node'

/**
 * Ends a run with `N passed, N failed` (and `, N skipped` if there are any) as the last line. A file that fails without
 * a failed test counts as one, because it did not load or a hook threw.
 */
export class ClosingLine extends JsonReporter {
  #report: Partial<JsonTestResults> | undefined

  constructor() {
    super({})
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest)
    // On exit, because other reporters and the runner itself print until then.
    process.once('exit', (code) => this.#close(code))
  }

  override async writeReport(report: string): Promise<void> {
    this.#report = JSON.parse(report)
  }

  #close(code: number): void {
    // Listing tests succeeds without a run, but a run that was aborted does not.
    if (this.#report === undefined && code === 0) return
    const { numPassedTests: passed = 0, numFailedTests = 0, ...report } = this.#report ?? {}
    const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0)
    const failures = numFailedTests + filesFailed(report.testResults ?? [])
    // A run that failed for another reason, or ran nothing, must not look like a success. The exit hook of the embedded
    // PostgreSQL exits with 0 whatever has failed.
    const isRed = code !== 0 || failures > 0 || passed + skipped === 0
    if (isRed && !this.ctx.config.watch) process.exitCode = code || 1
    const failed = isRed ? Math.max(1, failures) : failures
    const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    // The line break keeps the line alone even after output that ended without one.
    process.stdout.write(`\n${counts}\n`)
  }
}

function filesFailed(files: JsonTestResults['testResults']): number {
  return files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length
}
