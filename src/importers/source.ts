import type { Clock } from '../core/clock.ts'
import type { ImportRecord, MunicipalityPart } from './records.ts'

/** Something at one place of a source, in words that the operator can act on. */
export interface Diagnostic {
  /** `file:line`, `file` with a JSON pointer, or a URL. */
  location: string
  /** The record concerned, for example `motion 2026-78-23`. */
  subject: string
  /** What is wrong and what would be right. */
  reason: string
}

/** A source with this many problems is read no further. */
export const sourceErrorsMax = 1000

/**
 * What a source yields, in any order. A `problem` refuses the whole import; a `notice` is reported and refuses nothing
 * (a name that could not be told with certainty, say). Records are `unknown` where the source did not build them
 * itself: `load` validates every one.
 */
export type SourceItem =
  | { type: 'record'; record: ImportRecord | unknown; location: string }
  | ({ type: 'error' } & Diagnostic)
  | ({ type: 'warning' } & Diagnostic)

/** An opened source: where it comes from, and its items. */
export interface OpenedSource {
  /** Part of every identity (`source` + `key`): the same for ever for the same publisher. */
  name: string
  url: string | null
  licence: string | null
  municipality: MunicipalityPart | null
  /** The division that it is of, where it says that and too little to make a municipality of it. */
  divisionId?: string | null
  /** How many items are to be expected, for the progress display; null when unknown. */
  expected: number | null
  /** How much of what there is to read has been read, from 0 to 1; for a source that knows its files but not their items. */
  progress?(): number
  /**
   * Whether this is a slice of a larger record: what it refers to outside of itself is left out and listed, not refused,
   * and filled in by a later import that has it.
   */
  isPartial?: boolean
  /**
   * Whole records, or whole lists of them, that the publisher may have and this reading lacks; asked once the items have
   * been read. Where there are any, nothing can be pruned by it.
   */
  gaps?(): readonly Diagnostic[]
  /** `file:line` of a place that was given as `file#pointer`; asked only for what has to be reported. */
  locate?(location: string): Promise<string>
  /** The day that it is read since, null for everything; absent of a source that is always read whole. */
  since?: string | null
  items: AsyncIterable<SourceItem> | Iterable<SourceItem>
  /** Called once the items have been imported for good: what was kept for another attempt can go. */
  finish?(): Promise<void>
}

/** Called with the progress of a live source, to show while it is read. */
export interface RequestWatch {
  /** A request begins; the URL is as it can be shown. */
  onRequest(url: string): void
  /** A request failed, and is made again; the message says when. */
  onRetry(message: string): void
}

/** What an operator can ask of a source, beyond where it is, and what it needs to know of the municipality. */
export interface OpenOptions {
  /** The municipality's time zone, for sources that write moments in UTC; null where none is known yet. */
  timeZone?: string | null
  /** For a source of this name: only what may have changed since a day, YYYY-MM-DD (UTC); everything, where it is null. */
  since?: (source: string) => Promise<string | null>
  /** A folder in which answers are kept until an import ends, so that an interrupted one goes on. */
  resume?: string | undefined
  /** Where the time comes from; the system's clock where it is not given. */
  clock?: Clock | undefined
  /** What a council that publishes with Legistar may ask for. Never shown. */
  legistarToken?: string | null
  watch?: RequestWatch | undefined
}

/** A place that councils publish at. `open` throws `SourceError` where the location cannot be read at all. */
export interface ImportSource {
  name: string
  /** One line for the command's help: what `<location>` is. */
  describe: string
  /** The options that it knows what to do with; none where it is not said. */
  takes?: readonly ('since' | 'resume')[]
  open(location: string, options?: OpenOptions): Promise<OpenedSource>
}

export class SourceError extends Error {
  override name = 'SourceError'
}
