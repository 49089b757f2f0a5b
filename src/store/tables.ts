import type { Generated, Selectable } from 'kysely'
import type { AccessTables } from './access-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type {
  ActionsTable,
  AgendaItemsTable,
  AttendanceTable,
  BylawReferencesTable,
  BylawsTable,
  DocumentSectionsTable,
  DocumentsTable,
  KeyStatementsTable,
  MattersTable,
  MeetingsTable,
  MembershipsTable,
  MotionsTable,
  OrganizationsTable,
  PeopleTable,
  SpeakingTimeTable,
  SponsorshipsTable,
} from './record-tables.ts'
import type { AgreementsTable, CandidatesTable, VotesTable } from './vote-tables.ts'

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

/** Every word as written, of all municipalities; some may no longer occur. */
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
  bylaw_references: BylawReferencesTable
  actions: ActionsTable
  facets: FacetsTable
  agreements: AgreementsTable
  search_documents: SearchDocumentsTable
  search_state: SearchStateTable
  search_vocabulary: SearchVocabularyTable
  unfinished_copy: UnfinishedCopyTable
}
