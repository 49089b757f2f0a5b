import type { Generated, Selectable } from 'kysely'
import type { Flag } from '../record/field.ts'
import type { AboutKind, HistoryKind } from '../record/history-fields.ts'
import type { ServedKind } from '../record/served-kinds.ts'
import type { AccessTables } from './access-tables.ts'
import type {
  ActionsTable,
  AgendaItemsTable,
  AgreementsTable,
  AttendanceTable,
  BylawReferencesTable,
  BylawsTable,
  CandidatesTable,
  ClosedSessionsTable,
  DeclarationsTable,
  DeclaredInterestsTable,
  DocumentSectionsTable,
  DocumentsTable,
  KeyStatementsTable,
  MattersTable,
  MayoralDecisionsTable,
  MeetingsTable,
  MembershipsTable,
  MotionsTable,
  NoticesTable,
  OrganizationsTable,
  PeopleTable,
  SpeakingTimeTable,
  SponsorshipsTable,
  VetoStepsTable,
  VotesTable,
  VotingSpansTable,
} from './record-tables.ts'

interface MunicipalitiesTable {
  id: Generated<number>
  slug: string
  name: string
  division_id: string
  jurisdiction_id: string
  time_zone: string
  url: string | null
  /** Incremented by every import that changed something; part of every ETag. */
  data_version: Generated<number>
  created_at: string
  updated_at: string
  meeting_count: Generated<number>
  motion_count: Generated<number>
  matter_count: Generated<number>
  bylaw_count: Generated<number>
  /** Documents with a text. */
  document_count: Generated<number>
  person_count: Generated<number>
  vote_count: Generated<number>
  /** Motions that name as many on each side as were counted, and others that name somebody for or against. */
  recorded_vote_count: Generated<number>
  partial_vote_count: Generated<number>
  /** Dates of the first and last meeting. */
  first_meeting: string | null
  last_meeting: string | null
  /** The day up to which the record speaks. */
  as_of: string | null
  /** A JSON list of the languages of documents. */
  languages: Generated<string>
  /** `RegisterState` by the name of the register, as JSON; only those with entries. */
  registers: Generated<string>
}

/** How often a value occurs in a field of a list. */
interface FacetsTable {
  municipality_id: number
  list: string
  name: string
  value: string
  /** The name of what a slug stands for. */
  title: string | null
  count: number
}

/** The kinds of searchable records, as in the field `type` of a search result. */
export const searchKinds = [
  'motion',
  'matter',
  'agenda_item',
  'key_statement',
  'document_section',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** One row per searchable document; the full-text indexes are built from it. */
export interface SearchDocumentsTable {
  id: Generated<number>
  municipality_id: number
  kind: SearchKind
  /** Row id in the table of that kind. */
  entry_id: number
  slug: string
  title: string
  body: string
  /** Its numbers, and of a motion the title of its agenda item, which are searched like its title; one a line. */
  identifiers: string
  /** What also finds it: names of people without a record, titles of its documents; one a line. */
  other_words: string
  /** Bodies and people, as marks of the index. */
  marks: string
  meeting_id: number | null
  matter_id: number | null
  /** Days since 1800, starting at 1; 0 if unknown. */
  day: number
  /** Equal for documents that are one result. */
  group_key: number
  /** Order within such a result, higher first; 0 for a heading, 1 for an item on which nothing is recorded. */
  rank: number
}
export type SearchDocumentRow = Selectable<SearchDocumentsTable>

/** One row when the search index is complete. */
interface SearchStateTable {
  /** Version of the analysis of texts with which the index was built. */
  version: number
}

/** Every word as written, of all municipalities; some may no longer occur until the index is built again. */
interface SearchVocabularyTable {
  word: string
}

/** One row while `reeve migrate-to` fills this database. */
interface UnfinishedCopyTable {
  /** Logical hash of the source database. */
  source_hash: string
}

export interface Tables extends AccessTables, ImportTables {
  municipalities: MunicipalitiesTable
  organizations: OrganizationsTable
  people: PeopleTable
  memberships: MembershipsTable
  bylaws: BylawsTable
  matters: MattersTable
  sponsorships: SponsorshipsTable
  meetings: MeetingsTable
  attendance: AttendanceTable
  speaking_time: SpeakingTimeTable
  key_statements: KeyStatementsTable
  documents: DocumentsTable
  document_sections: DocumentSectionsTable
  agenda_items: AgendaItemsTable
  motions: MotionsTable
  votes: VotesTable
  candidates: CandidatesTable
  declarations: DeclarationsTable
  declared_interests: DeclaredInterestsTable
  closed_sessions: ClosedSessionsTable
  notices: NoticesTable
  mayoral_decisions: MayoralDecisionsTable
  veto_steps: VetoStepsTable
  bylaw_references: BylawReferencesTable
  actions: ActionsTable
  facets: FacetsTable
  agreements: AgreementsTable
  voting_spans: VotingSpansTable
  search_documents: SearchDocumentsTable
  search_state: SearchStateTable
  search_vocabulary: SearchVocabularyTable
  unfinished_copy: UnfinishedCopyTable
}

/**
 * `refused`: the records were; `interrupted`: it took too long; `unopened`: the source could not be opened, perhaps because an
 * argument was wrong.
 */
export type FailedResult = 'refused' | 'failed' | 'interrupted' | 'unopened'

/** A run of an import. */
interface ImportsTable {
  id: Generated<number>
  municipality_id: number
  source: string
  /** URL and licence as stated by the source. */
  source_url: string | null
  licence: string | null
  started_at: string
  finished_at: string
  added: number
  changed: number
  same: number
  removed: number
  /** Motions of the source that could not be read. */
  unread_motions: Generated<number>
  /** Name of the importer on the command line, such as `escribe`; null for older runs. */
  importer: string | null
  /** The version of Reeve. */
  version: string | null
  /** The first day from which it read all of its source; empty for everything, null if a part may be missing. */
  read_from: Generated<string | null>
  /** Whether it also read what had not changed since that day. */
  lists_unchanged: Generated<Flag>
  /** What the run depended on, if that can be known before it is read. */
  fingerprint: string | null
  /** The counts of the run by kind, as JSON; null without a fingerprint. */
  report: string | null
  result: Generated<'done' | FailedResult>
  /** One line; null if the run succeeded. */
  error: string | null
  /** The warnings that the import printed, as a JSON list of lines. */
  warnings: Generated<string>
}

/** How far a source that supports incremental reads has been read. */
interface ReadSourcesTable {
  municipality_id: number
  /** Name of the importer on the command line. */
  importer: string
  source: string
  /** Start of the last import after which nothing older was unread. */
  read_until: string
  /** With which a list of changes of the source goes on. */
  sync_token: Generated<string | null>
}

/** A URL that was imported, to be read again. */
interface SourcesTable {
  municipality_id: number
  /** Name of the importer on the command line. */
  importer: string
  location: string
  /** The first day that was read; null for everything. */
  since: string | null
  /** Start of the last import after which nothing older was unread. */
  read_until: string
  /** End of the last import, whatever its result. */
  checked_at: string
  result: 'done' | 'failed' | 'interrupted'
  /** The records of the last full read; null before the first. */
  records: Generated<number | null>
  /** One line; null if the last import succeeded. */
  error: string | null
  /** Start of an import that has not ended, or whose process was killed. */
  running_since: Generated<string | null>
  /** The hosts that it shares with other sources; null until a sync has seen it. */
  family: Generated<string | null>
  /** How often `reeve sync --every` reads it; null if that does not. */
  interval_seconds: Generated<number | null>
  /** End of the first import that failed after the last successful one. */
  failing_since: Generated<string | null>
}

/** What the portal of a source listed when it was last read. */
interface ListingsTable {
  municipality_id: number
  source: string
  /** Start of the write of that import. */
  listed_at: string
  /** The first month (YYYY-MM) of which it is known; null for everything. */
  listed_from: string | null
  /** How many things the last read listed. */
  last_listed: number
  /** Counts by month, as JSON. */
  months: string
  /** What is not served, as JSON: a bounded number, the newest first. */
  not_served: string
}

/** Hosts of which several sources in a row could not be read. */
interface DownFamiliesTable {
  family: string
  since: string
  /** Failed reads after which the next one is later each time. */
  failures: number
  /** Before this, none of its sources is read. */
  retry_at: string
  /** One line. */
  error: string
}

/** The address of a first council that is not added yet. */
interface PendingSourcesTable {
  location: string
  checked_at: string
  /** When it is tried again; null if it is not. */
  next_at: string | null
  /** One line; null during the first attempt. */
  error: string | null
}

/** The area of a ward, from an operator's file. */
interface WardsTable {
  municipality_id: number
  /** Position in the file. */
  position: number
  name: string
  /** Millionths of a degree. */
  west: number
  south: number
  east: number
  north: number
  /** Prefixes of postal codes as a JSON list. */
  postal_codes: string
  /** Rings as JSON; see `core/ward-map.ts`. */
  boundary: string
  /** SVG path on the map of all wards of the municipality. */
  path: string
}

/** A record that its source no longer has: what it has again if it returns. */
interface RemovedRecordsTable {
  municipality_id: number
  kind: string
  source: string
  key: string
  id: number
  slug: string
  ocd_id: string | null
  created_at: string
  removed_at: string
}

/** A slug that a record had before. */
interface FormerSlugsTable {
  municipality_id: number
  kind: string
  slug: string
  id: number
}

/** A version of the data of a municipality. */
interface DataVersionsTable {
  municipality_id: number
  version: number
  /** A digest of all changes up to this version: that of a restored database differs. */
  state: string
  created_at: string
}

/** With which version a record last changed, or was removed. */
interface RecordVersionsTable {
  municipality_id: number
  kind: ServedKind
  id: number
  version: number
  slug: string
  /** Of what it is served as; empty if it was removed. */
  hash: string
  ocd_id: string | null
  removed: Flag
}

/** A field of a record that its source changed, or a part of it that the source added or removed. */
interface RecordChangesTable {
  id: Generated<number>
  municipality_id: number
  /** Of the record in whose history it is. */
  kind: HistoryKind
  record_id: number
  /** The import that saw the new value, ISO 8601 UTC. */
  seen_at: string
  /** Start of the import before it, which could have seen the new value and did not; null if that is not known. */
  not_before: string | null
  field: string
  /** Null if there was none, and if `long` has its hash and length. */
  old: string | null
  new: string | null
  /** Digests and lengths instead of values that are too long, as JSON. */
  long: string | null
  /** What the field is of: the record, or a part of it, with the slug and title that the part had. */
  about_kind: AboutKind
  about_slug: string | null
  about_title: string | null
}

interface ImportTables {
  imports: ImportsTable
  read_sources: ReadSourcesTable
  sources: SourcesTable
  down_families: DownFamiliesTable
  listings: ListingsTable
  pending_sources: PendingSourcesTable
  removed_records: RemovedRecordsTable
  former_slugs: FormerSlugsTable
  data_versions: DataVersionsTable
  record_versions: RecordVersionsTable
  record_changes: RecordChangesTable
  wards: WardsTable
}
