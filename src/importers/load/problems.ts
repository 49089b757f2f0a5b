import type { Finding } from '../source.ts'

const problemsMax = 100

/** Collects what is wrong with a source: the first hundred in full, the rest counted. */
export class Problems {
  readonly found: Finding[] = []
  total = 0

  add(finding: Finding): void {
    this.total += 1
    if (this.found.length < problemsMax) this.found.push(finding)
  }
}
