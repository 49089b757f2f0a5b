import type { RecordKind } from '../records.ts'
import type { Finding, OpenedSource } from '../source.ts'

/** How many problems are listed in full. */
export const problemsMax = 100

interface ReferenceCount {
  target: RecordKind
  count: number
}

/** Collects findings in a source, each on one line: the first hundred in full, the rest counted. */
export class Problems {
  readonly found: Finding[] = []
  total = 0
  /** Whether the source was not read to its end, so that it may have more. */
  isCutShort = false
  /** How many of the references among them lead to each kind of record. */
  readonly toKinds = new Map<RecordKind, number>()

  add(finding: Finding): void {
    this.total += 1
    this.#list(finding)
  }

  /** Adds counted references, of which only the first are given. */
  addReferences(first: readonly Finding[], counts: readonly ReferenceCount[]): void {
    for (const finding of first) this.#list(finding)
    for (const { target, count } of counts) {
      this.total += Number(count)
      this.toKinds.set(target, (this.toKinds.get(target) ?? 0) + Number(count))
    }
  }

  #list({ where, subject, reason }: Finding): void {
    if (this.found.length >= problemsMax) return
    this.found.push({
      where: onOneLine(where),
      subject: onOneLine(subject),
      reason: onOneLine(reason),
    })
  }

  /** What was found, and a last line that counts the `what` that have no room. */
  listed(what: string): Finding[] {
    const more = this.total - this.found.length
    if (more === 0) return this.found
    return [...this.found, { where: 'this source', subject: 'and', reason: `${more} more ${what}` }]
  }
}

/** Replaces locations that the source gave as `file#pointer` by lines. */
export async function locate(
  findings: readonly Finding[],
  source: Pick<OpenedSource, 'locate'>,
): Promise<void> {
  for (const finding of findings)
    if (finding.where.includes('#') && source.locate !== undefined)
      finding.where = await source.locate(finding.where)
}

// Keys come from the source as they are: a line break, an escape sequence or what turns the line round must not reach a
// terminal.
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}]/gu, '\ufffd')
}
