import type { ImportRecord, MunicipalityPart } from './records.ts'

/** Something at one place of a source, in words that the operator can act on. */
export interface Finding {
  /** `file:line`, `file` with a JSON pointer, or a URL. */
  where: string
  /** The record concerned, for example `motion 2026-78-23`. */
  subject: string
  /** What is wrong and what would be right. */
  reason: string
}

/**
 * What a source yields, in any order. A `problem` refuses the whole import; a `notice` is reported and refuses nothing
 * (a name that could not be told with certainty, say). Records are `unknown` where the source did not build them
 * itself: `load` validates every one.
 */
export type SourceItem =
  | { type: 'record'; record: ImportRecord | unknown; where: string }
  | ({ type: 'problem' } & Finding)
  | ({ type: 'notice' } & Finding)

/** An opened source: where it comes from, and its items. */
export interface OpenedSource {
  /** Part of every identity (`source` + `key`): the same for ever for the same publisher. */
  name: string
  url: string | null
  licence: string | null
  municipality: MunicipalityPart | null
  /** How many items are to be expected, for the progress display; null when unknown. */
  expected: number | null
  items: AsyncIterable<SourceItem>
}

/** A place that councils publish at. `open` throws `SourceError` where the location cannot be read at all. */
export interface ImportSource {
  name: string
  /** One line for the command's help: what `<location>` is. */
  describe: string
  open(location: string): Promise<OpenedSource>
}

export class SourceError extends Error {
  override name = 'SourceError'
}
