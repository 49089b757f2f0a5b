import type { RecordKind } from '../records.ts'
import type { Finding, OpenedSource } from '../source.ts'

const problemsMax = 100

/** Collects findings in a source, each on one line: the first hundred in full, the rest counted. */
export class Problems {
  readonly found: Finding[] = []
  total = 0
  /** How many of the references among them lead to each kind of record. */
  readonly toKinds = new Map<RecordKind, number>()

  add({ where, subject, reason }: Finding): void {
    this.total += 1
    if (this.found.length >= problemsMax) return
    this.found.push({
      where: onOneLine(where),
      subject: onOneLine(subject),
      reason: onOneLine(reason),
    })
  }

  addReference(finding: Finding, kind: RecordKind): void {
    this.add(finding)
    this.toKinds.set(kind, (this.toKinds.get(kind) ?? 0) + 1)
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
