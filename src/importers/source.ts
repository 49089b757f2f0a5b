import type { Clock } from '../core/clock.ts'
import type { ImportRecord, RecordKind } from '../record/kinds.ts'
import type { MunicipalityPart } from '../record/municipality.ts'
import type { Listing } from './kit/listing.ts'
import type { Ward } from './kit/ward-boundaries.ts'

/** An error or a warning about one location in a source. */
export interface Diagnostic {
  /** `file:line`, `file` with a JSON pointer, or a URL. */
  location: string
  /** The record concerned, for example `motion 2026-78-23`. */
  subject: string
  /** The error and how to fix it; it continues a sentence that begins with the subject. */
  reason: string
}

export interface Warning extends Diagnostic {
  /** It means that the source has a motion which could not be read; coverage pages count these. */
  isUnreadMotion?: boolean
  /** The record that was omitted; imports count these, and `--prune` keeps what is stored of them. */
  omitted?: { kind: RecordKind; key: string }
}

/** An import stops reading a source after this number of errors. */
export const sourceErrorsMax = 1000

/**
 * An item that a source yields, in any order. An `error` rejects the whole import; a `warning` is only reported. `load`
 * validates every record, because a source may pass one on unchecked.
 */
export type SourceItem =
  | { type: 'record'; record: ImportRecord | unknown; location: string }
  | ({ type: 'error' } & Diagnostic)
  | ({ type: 'warning' } & Warning)

export interface OpenedSource {
  /** Part of every identity (`source` + `key`): it never changes for a publisher. */
  name: string
  url: string | null
  licence: string | null
  municipality: MunicipalityPart | null
  /** The OCD division id, if the source has it without the rest of a municipality. */
  divisionId?: string | null
  /** The number of items, to show the progress; null if unknown. */
  expected: number | null
  /** The fraction of the source that has been read, from 0 to 1. */
  progress?(): number
  /**
   * Whether this is a subset of a larger record, as every third-party source is taken to be. References to records outside it are skipped with a warning, and
   * resolved by a later import that has their targets.
   */
  isPartial?: boolean
  /** Whether no one here can edit it, so that an odd record is cut or omitted (decision 94) instead of rejecting the import. */
  isThirdParty?: boolean
  /** Records or lists that are missing from this source, known once all items are read. `--prune` rejects a source with gaps. */
  gaps?(): readonly Diagnostic[]
  /** Turns `file#pointer` into `file:line`; called only for reported diagnostics, because it is slow. */
  locate?(location: string): Promise<string>
  /** The list of changes that it reads; each of its records replaces the stored one with all its parts. */
  changes?: ChangeList
  /** Start date of an incremental read; null: full read, undefined: not supported. */
  since?: string | null
  /**
   * The first day from which it lists all its meetings, so that an earlier import cannot have brought many more; null: from
   * the first one, undefined: it lists only what changed, or is a slice of a record.
   */
  listsFrom?: string | null
  /** The kinds of which it always lists all records. */
  listsWhole?: readonly RecordKind[]
  /** A digest of all that it reads, if it reads nothing but files; called before the items are read. */
  digest?(): string
  items: AsyncIterable<SourceItem> | Iterable<SourceItem>
  /** The day (YYYY-MM-DD) up to which the source says that it speaks, known once all items are read. */
  asOf?(): string | null
  /** What its calendar lists, known once all items are read; undefined if it has none to compare with. */
  listing?(): Listing
  /** The boundaries of its wards, which replace earlier ones. */
  wards?: readonly Ward[]
  /** Called after the import is committed, to delete cached responses. */
  finish?(): Promise<void>
}

/** The result of reading a list of changes, complete after the last item. */
export interface ChangeList {
  /** Whether it has all records, so that what it lacks is gone. */
  isWhole: boolean
  /** The keys of records that are gone. */
  removed(): ReadonlyMap<RecordKind, readonly string[]>
  /** The keys of records of which something was taken down, also of those that are gone. */
  withheld(): ReadonlyMap<RecordKind, readonly string[]>
  /** From where to read on. */
  token(): string | null
}

/** Receives the requests of a live source, to show the progress. */
export interface RequestWatch {
  /** The URL contains no secret. */
  onRequest(url: string): void
  /** The message says why the request failed and when it is retried. */
  onRetry(message: string): void
}

/** What is stored of a source whose records refer to each other by slug. */
export interface StoredRecords {
  /** The keys of the records with these slugs, by slug. */
  keysOf(kind: RecordKind, slugs: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The positions of the motions with these slugs, by slug. */
  positionsOf(slugs: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** How many documents the agenda items with these slugs have, by slug. */
  itemDocumentsOf(slugs: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** Where the last import of a source ended. */
export interface SyncPosition {
  token: string
  /** The day (YYYY-MM-DD, UTC) on which that began. */
  day: string
}

type StoredKeys = (
  source: string,
  kind: RecordKind,
  keys: readonly string[],
) => Promise<ReadonlySet<string>>

export interface OpenOptions {
  /** The municipality's time zone, for sources that write times in UTC; null if the municipality does not exist yet. */
  timeZone?: string | null
  /** Start date (YYYY-MM-DD, UTC) of an incremental read of the named source; null for a full read. */
  since?: (source: string) => Promise<string | null>
  /** Which of these keys of the named source are stored, also of removed records. */
  storedKeys?: StoredKeys
  /** What is stored of the named source. */
  stored?: (source: string) => StoredRecords | undefined
  /** From where to read the named source on; null for everything. */
  position?: (source: string) => Promise<SyncPosition | null>
  /** A folder for cached responses, from which an interrupted import resumes. */
  resume?: string | undefined
  /** A folder in which tables stay until the next read, which the publisher need not send again if they are the same. */
  kept?: string | undefined
  /** A JSON file that says what the columns of a table are. */
  map?: string | undefined
  /** Further tables of the source, which are read in the same import. */
  others?: readonly string[] | undefined
  clock?: Clock | undefined
  /** A secret: never shown. */
  legistarToken?: string | null
  /** A secret: never shown. */
  sourceKey?: string | null
  /** How a publisher reaches the operator: an e-mail address or a URL. */
  contact?: string | null | undefined
  /** Between the starts of two requests, in milliseconds, if the importer has no longer one. */
  pauseMs?: number | undefined
  watch?: RequestWatch | undefined
  /** Ends all requests; the responses stay in the folder of `resume`. */
  stop?: AbortSignal | undefined
}

/** An option of `reeve import` that not every source supports. */
export type SourceOption = 'since' | 'resume' | 'map'

/** A format or platform in which councils publish. `open` throws `SourceError` if the location cannot be read at all. */
export interface ImportSource {
  name: string
  /** What `<location>` is, for the command's help. */
  describe: string
  /** The supported options. */
  takes?: readonly SourceOption[]
  /** Whether it reads whole tables: `reeve sync` reads those of a council together, and removes what they no longer have. */
  isTable?: boolean
  /** The domains below which councils share the hosts of the vendor, such as `escribemeetings.com`. */
  sharedDomains?: readonly string[]
  open(location: string, options?: OpenOptions): Promise<OpenedSource>
}

export class SourceError extends Error {
  override name = 'SourceError'
}

/** The source was found, and is not what it should be. */
export class InvalidSource extends SourceError {}
