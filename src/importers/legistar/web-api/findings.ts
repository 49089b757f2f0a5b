import { namedFaults, type ShapeCheck } from '../../kit/shape-check.ts'
import type { SourceItem } from '../../source.ts'

/** Gathers what is to be said of the answers, to be yielded between the records. */
export class Findings {
  #problems: SourceItem[] = []
  readonly #absences = new Map<string, { url: string; status: number; count: number }>()

  /** Those of the rows that have their shape; what is wrong with the others becomes a problem. */
  valid<T>(
    rows: readonly unknown[],
    check: ShapeCheck<T>,
    place: { url: string; subject: string },
  ) {
    return rows.filter((row): row is T => {
      if (check.Check(row)) return true
      for (const { reason } of namedFaults(check, row))
        this.#problems.push({
          type: 'problem',
          where: place.url,
          subject: nameOf(row, place.subject),
          reason,
        })
      return false
    })
  }

  /** Notes that there is none of what many things of one kind can have. */
  absent(subject: string, url: string, status: number): void {
    const found = this.#absences.get(subject)
    if (found === undefined) this.#absences.set(subject, { url, status, count: 1 })
    else found.count += 1
  }

  /** The problems found since the last call. */
  takeProblems(): SourceItem[] {
    const problems = this.#problems
    this.#problems = []
    return problems
  }

  /** One line for each kind of thing that was not there. */
  absences(): SourceItem[] {
    return [...this.#absences].map(([subject, { url, status, count }]) => ({
      type: 'notice',
      where: url,
      subject,
      reason:
        count === 1
          ? `is answered with ${status}, and left out`
          : `is answered with ${status}, as are ${count - 1} more, and left out`,
    }))
  }
}

// Every row of Legistar names itself first.
function nameOf(row: unknown, subject: string): string {
  const [id] = typeof row === 'object' && row !== null ? Object.values(row) : []
  return typeof id === 'number' ? `${subject} ${id}` : subject
}
