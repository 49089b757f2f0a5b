import { type RecordTable, recordKinds, recordTables } from '../record-kinds.ts'
import type { Tables } from '../tables.ts'

type CopiedTable = Exclude<
  keyof Tables,
  'pending_sources' | 'unfinished_copy' | 'search_state' | 'search_vocabulary'
>

const keysOfRecords = Object.fromEntries(recordTables.map((table) => [table, ['id']])) as Record<
  RecordTable,
  ['id']
>

/**
 * Every copied table, each after the tables it refers to, with its key. The search index is rebuilt from
 * `search_documents`, and the migration table by migrating.
 */
export const copiedTables = {
  secrets: ['name'],
  takedowns: ['id'],
  takedown_slugs: ['hash', 'takedown_id'],
  corrections: ['id'],
  alert_subscribers: ['id'],
  alerts: ['id'],
  alert_entries: ['municipality', 'language', 'feed', 'identity'],
  alert_mails: ['id'],
  left_addresses: ['hash'],
  take_part: ['municipality', 'body_source', 'body_key'],
  accounts: ['id'],
  api_keys: ['id'],
  key_usage: ['api_key_id', 'day'],
  sessions: ['id'],
  reset_links: ['token_hash'],
  municipalities: ['id'],
  imports: ['id'],
  read_sources: ['municipality_id', 'importer', 'source'],
  sources: ['municipality_id', 'importer', 'location'],
  down_families: ['family'],
  listings: ['municipality_id', 'source'],
  wards: ['municipality_id', 'position'],
  removed_records: ['municipality_id', 'kind', 'source', 'key'],
  former_slugs: ['municipality_id', 'kind', 'slug'],
  ...keysOfRecords,
  search_documents: ['id'],
  facets: ['municipality_id', 'list', 'name', 'value'],
  agreements: ['person_id', 'other_id', 'organization_id', 'year'],
  voting_spans: ['person_id', 'organization_id'],
  declared_interests: ['municipality_id', 'slug'],
  closed_sessions: ['municipality_id', 'slug'],
  notices: ['municipality_id', 'slug'],
  veto_steps: ['municipality_id', 'slug'],
  data_versions: ['municipality_id', 'version'],
  record_versions: ['kind', 'id'],
  record_changes: ['id'],
} as const satisfies { [T in CopiedTable]: readonly (keyof Tables[T])[] }

/** Self-references: a parent can have a higher id, and arrive in a later batch. */
export const linkedLater: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(recordKinds).flatMap(({ table, references }) =>
    'parent_id' in references ? [[table, 'parent_id']] : [],
  ),
)
