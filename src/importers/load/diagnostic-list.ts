import type { RecordKind } from '../../record/kinds.ts'
import { type Diagnostic, type OpenedSource, sourceErrorsMax, type Warning } from '../source.ts'

/** The number of diagnostics that are listed in full. */
export const listedMax = 100

/** More kinds are counted together. */
const kindsMax = 1000

interface DiagnosticKind {
  /** Those among the first 100 of all, or the first of its kind. */
  examples: Diagnostic[]
  count: number
}

/** Diagnostics are of one kind if they differ only in numbers, quoted texts and URLs. */
function kindOf({ subject, reason }: Diagnostic): string {
  const text = reason.replace(
    /"[^"]*"|“[^”]*”|\bhttps?:\S+|[\p{L}\p{N}_.-]*\d[\p{L}\p{N}_.-]*/gu,
    '…',
  )
  return `${/^\S*/.exec(subject)?.[0]} ${text}`.slice(0, 300)
}

/** Lists the first 100 diagnostics, each on one line, and counts the rest by kind. */
export class DiagnosticList {
  readonly found: Diagnostic[] = []
  total = 0
  unreadMotions = 0
  /** Whether there may be more. */
  isTruncated = false
  /** The number of references to each kind of record. */
  readonly toKinds = new Map<RecordKind, number>()
  readonly #kinds = new Map<string, DiagnosticKind>()

  add(diagnostic: Warning): void {
    this.total += 1
    if (diagnostic.isUnreadMotion === true) this.unreadMotions += 1
    this.#list(diagnostic)
  }

  /** Adds one for each of at most `sourceErrorsMax` rows. */
  addRows<R>(rows: readonly R[], toDiagnostic: (row: R) => Diagnostic): void {
    for (const row of rows) this.add(toDiagnostic(row))
    if (rows.length >= sourceErrorsMax) this.isTruncated = true
  }

  /** Counts references to a kind of record, without listing them. */
  count(target: RecordKind, count: number): void {
    this.total += count
    this.toKinds.set(target, (this.toKinds.get(target) ?? 0) + count)
  }

  /** Lists diagnostics that were counted. */
  addListed(first: readonly Diagnostic[]): void {
    for (const diagnostic of first) this.#list(diagnostic)
  }

  #list(diagnostic: Diagnostic): void {
    const key = kindOf(diagnostic)
    const kind = this.#kinds.get(key)
    if (kind !== undefined) kind.count += 1
    const isNew = kind === undefined && this.#kinds.size < kindsMax
    const isListed = this.found.length < listedMax
    if (!isNew && !isListed) return
    const { location, subject, reason } = diagnostic
    const first = {
      location: onOneLine(location),
      subject: onOneLine(subject),
      reason: onOneLine(reason),
    }
    if (isNew) this.#kinds.set(key, { examples: [first], count: 1 })
    else kind?.examples.push(first)
    if (isListed) this.found.push(first)
  }

  /** All diagnostics if they are few; otherwise some of each kind, and how many more there are. */
  listed(what: string): Diagnostic[] {
    if (this.total === this.found.length) return this.found
    const kinds = [...this.#kinds.values()]
    const share = Math.max(1, Math.floor(listedMax / kinds.length))
    const listed = kinds.flatMap(({ examples, count }) => withMore(examples.slice(0, share), count))
    const more = this.total - kinds.reduce((sum, { count }) => sum + count, 0)
    if (more === 0) return listed
    return [...listed, { location: 'this source', subject: 'and', reason: `${more} more ${what}` }]
  }
}

function withMore(examples: readonly Diagnostic[], count: number): Diagnostic[] {
  const more = count - examples.length
  const [last] = examples.slice(-1)
  if (last === undefined || more === 0) return [...examples]
  // Not after the reason, whose end may be cut.
  const subject = `${last.subject}, and ${more} more like this`
  return [...examples.slice(0, -1), { ...last, subject }]
}

/** Replaces `file#pointer` by `file:line`. */
export async function locate(
  diagnostics: readonly Diagnostic[],
  source: Pick<OpenedSource, 'locate'>,
): Promise<void> {
  for (const diagnostic of diagnostics)
    if (diagnostic.location.includes('#') && source.locate !== undefined)
      diagnostic.location = await source.locate(diagnostic.location)
}

// Keys come unchecked from the source: line breaks, escape sequences and bidi controls must not reach a terminal.
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}]/gu, '\ufffd')
}

/** An import was rejected; the database is unchanged. */
export class LoadRejected extends Error {
  override name = 'LoadRejected'
  readonly errors: readonly Diagnostic[]
  readonly total: number

  constructor(errors: DiagnosticList) {
    const { total, isTruncated } = errors
    const count = `${total} ${total === 1 ? 'error' : 'errors'} in the source`
    super(`${isTruncated ? `stopped reading after ${count}` : count}; nothing was imported`)
    this.errors = errors.found
    this.total = errors.total
  }
}

/** Throws `LoadRejected` if there is an error. */
export function assertNoErrors(errors: DiagnosticList): void {
  if (errors.total > 0) throw new LoadRejected(errors)
}
