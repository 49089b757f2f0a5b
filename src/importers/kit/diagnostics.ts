import { type Finding, type SourceItem, sourceProblemsMax } from '../source.ts'
import { namedFaults, type ShapeCheck } from './shape-faults.ts'

/** Collects what is wrong or doubtful in a source, to be yielded between its records. */
export class Diagnostics {
  #items: SourceItem[] = []
  #problemCount = 0
  readonly #once = new Set<string>()
  readonly #missing = new Map<string, { where: string; count: number }>()

  get hasProblems(): boolean {
    return this.#problemCount > 0
  }

  problem(finding: Finding): void {
    this.#problemCount += 1
    // The import stops at this number.
    if (this.#problemCount <= sourceProblemsMax + 1)
      this.#items.push({ type: 'problem', ...finding })
  }

  notice(finding: Finding): void {
    this.#items.push({ type: 'notice', ...finding })
  }

  /** A notice of which one is enough: the first with this subject and reason, in any case. */
  noticeOnce(finding: Finding): void {
    const key = `${finding.subject} ${finding.reason}`.toLowerCase()
    if (this.#once.has(key)) return
    this.#once.add(key)
    this.notice(finding)
  }

  /** The value where it has the shape; otherwise each fault is a problem. */
  checked<T>(
    check: ShapeCheck<T>,
    value: unknown,
    found: { where: string | ((pointer: string) => string); subject: string },
  ): T | undefined {
    if (check.Check(value)) return value
    const { where, subject } = found
    for (const { path, reason } of namedFaults(check, value))
      this.problem({ where: typeof where === 'string' ? where : where(path), subject, reason })
    return undefined
  }

  /** A part that the server answers with 404, of many that can have it. */
  missing(subject: string, url: string): void {
    const found = this.#missing.get(subject)
    if (found === undefined) this.#missing.set(subject, { where: url, count: 1 })
    else found.count += 1
  }

  /** What was collected since the last call, but for the missing parts. */
  drain(): SourceItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  /** One notice for each kind of part that was missing. */
  missingParts(): SourceItem[] {
    return [...this.#missing].map(([subject, { where, count }]) => ({
      type: 'notice',
      where,
      subject,
      reason: `is answered with 404, ${count === 1 ? '' : `as are ${count - 1} more, `}and left out`,
    }))
  }
}
