import type { RecordKind } from '../records.ts'
import type { Diagnostic, OpenedSource } from '../source.ts'

/** How many problems are listed in full. */
export const listedMax = 100

interface ReferenceCount {
  target: RecordKind
  count: number
}

/** Collects findings in a source, each on one line: the first hundred in full, the rest counted. */
export class DiagnosticList {
  readonly found: Diagnostic[] = []
  total = 0
  /** Whether the source was not read to its end, so that it may have more. */
  isTruncated = false
  /** How many of the references among them lead to each kind of record. */
  readonly toKinds = new Map<RecordKind, number>()

  add(diagnostic: Diagnostic): void {
    this.total += 1
    this.#list(diagnostic)
  }

  /** Adds counted references, of which only the first are given. */
  addReferences(first: readonly Diagnostic[], counts: readonly ReferenceCount[]): void {
    for (const diagnostic of first) this.#list(diagnostic)
    for (const { target, count } of counts) {
      this.total += Number(count)
      this.toKinds.set(target, (this.toKinds.get(target) ?? 0) + Number(count))
    }
  }

  #list({ location, subject, reason }: Diagnostic): void {
    if (this.found.length >= listedMax) return
    this.found.push({
      location: onOneLine(location),
      subject: onOneLine(subject),
      reason: onOneLine(reason),
    })
  }

  /** What was found, and a last line that counts the `what` that have no room. */
  listed(what: string): Diagnostic[] {
    const more = this.total - this.found.length
    if (more === 0) return this.found
    return [
      ...this.found,
      { location: 'this source', subject: 'and', reason: `${more} more ${what}` },
    ]
  }
}

/** Replaces locations that the source gave as `file#pointer` by lines. */
export async function locate(
  diagnostics: readonly Diagnostic[],
  source: Pick<OpenedSource, 'locate'>,
): Promise<void> {
  for (const diagnostic of diagnostics)
    if (diagnostic.location.includes('#') && source.locate !== undefined)
      diagnostic.location = await source.locate(diagnostic.location)
}

// Keys come from the source as they are: a line break, an escape sequence or what turns the line round must not reach a
// terminal.
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}]/gu, '\ufffd')
}
