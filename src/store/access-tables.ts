import type { Generated } from 'kysely'
import type { RecordKind } from '../record/kinds.ts'

/** Tables of accounts, sessions and keys, of e-mail alerts, and of what the operator states or took down. No import writes to them. */
export interface AccessTables {
  accounts: AccountsTable
  sessions: SessionsTable
  reset_links: ResetLinksTable
  api_keys: ApiKeysTable
  key_usage: KeyUsageTable
  secrets: SecretsTable
  takedowns: TakedownsTable
  takedown_slugs: TakedownSlugsTable
  corrections: CorrectionsTable
  alert_subscribers: AlertSubscribersTable
  alerts: AlertsTable
  alert_entries: AlertEntriesTable
  alert_mails: AlertMailsTable
  left_addresses: LeftAddressesTable
  take_part: TakePartTable
}

export const accessTables = [
  'accounts',
  'sessions',
  'reset_links',
  'api_keys',
  'key_usage',
  'secrets',
  'takedowns',
  'takedown_slugs',
  'corrections',
  'alert_subscribers',
  'alerts',
  'alert_entries',
  'alert_mails',
  'left_addresses',
  'take_part',
] as const satisfies (keyof AccessTables)[]

interface AccountsTable {
  id: string
  email: string
  created_at: string
  /** PHC string of Argon2id; null for an account created on the command line, which cannot sign in. */
  password_hash: string | null
  disabled_at: string | null
  /** SHA-256 of the recovery code. */
  recovery_hash: string | null
}

/** A signed-in browser. Only the SHA-256 of the cookie's token is stored. */
interface SessionsTable {
  id: string
  account_id: string
  token_hash: string
  user_agent: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
}

/** A link for setting a new password once. */
interface ResetLinksTable {
  token_hash: string
  account_id: string
  expires_at: string
}

/** Usage of one key on one day (UTC): accepted requests, and requests rejected by the rate limit. */
interface KeyUsageTable {
  api_key_id: string
  day: string
  requests: number
  refused: number
}

interface ApiKeysTable {
  id: string
  account_id: string
  name: string | null
  prefix: string
  hash: string
  created_at: string
  revoked_at: string | null
  last_used_at: string | null
}

/** Values shared by every process that serves the database, such as the secret that signs cursors. */
interface SecretsTable {
  name: string
  value: string
}

/** A value that the operator put in place of that of the source. */
interface CorrectionsTable {
  id: Generated<number>
  /** A slug, because the id of a municipality ends with it. */
  municipality: string
  record_kind: RecordKind
  /** Of the source and the key of the record. */
  record_hash: string
  /** The slug that the record had. */
  slug: string | null
  field: string
  /** Null for none. */
  value: string | null
  /** What the operator typed: of a reference, a slug instead of a key. */
  written: string | null
  reason: string
  /** ISO 8601 dates of the municipality. */
  added_on: string
  lifted_on: string | null
}

/** The digest of the kind and slug that a record had before words were taken out of its name, or the record as a whole. */
interface TakedownSlugsTable {
  takedown_id: number
  /** Of the kind and the slug. */
  hash: string
}

/** Something that was taken down on request; without its words, of which there are keyed digests. */
interface TakedownsTable {
  id: Generated<number>
  /** A slug, because the id of a municipality ends with it. */
  municipality: string
  kind: 'record' | 'document' | 'passage' | 'contact'
  reason: string
  /** ISO 8601 UTC. */
  added_at: string
  lifted_at: string | null
  /** The kind of the one record that it is about; null if it is about all records. */
  record_kind: RecordKind | null
  /** Of the source and the key of the record. */
  record_hash: string | null
  /** Of the URL of a file, or of the words of a passage. */
  hash: string | null
  /** How many words the passage has, and 16 bits of them. */
  words: number | null
  prefilter: number | null
}

/** Somebody who gets alerts by e-mail. Times are ISO 8601 UTC. */
interface AlertSubscribersTable {
  id: Generated<number>
  address: string
  /** Signed in links: a higher one revokes them. */
  version: Generated<number>
  created_at: string
  /** When the last e-mail asked for a confirmation. */
  asked_at: string | null
  /** When the last digest was written. */
  mailed_at: string | null
  /** When a mail server rejected the address for good, or an e-mail came back, and which; null if that was not noted. */
  stopped_at: string | null
  stopped_by: StoppedBy | null
}

export type StoppedBy = 'rejected' | 'bounced'

/** A feed that a subscriber gets. */
interface AlertsTable {
  id: Generated<number>
  subscriber_id: number
  municipality: string
  language: string
  feed: string
  /** Of the feed, when it was subscribed to. */
  title: string
  speed: 'now' | 'daily' | 'weekly'
  /** Names of `AlertEvent`, separated by commas. */
  events: string
  created_at: string
  confirmed_at: string | null
  /** Up to when its entries were mailed, or were there before. */
  read_at: string
  /** The same before the last e-mail; null if there was none. */
  read_before: string | null
  /** When its page or council was missing first; null if it is there. */
  gone_since: string | null
}

/** An entry of a feed that somebody gets. */
interface AlertEntriesTable {
  municipality: string
  language: string
  feed: string
  /** A digest of its id. */
  identity: string
  /** What it says happened: another one is news again. */
  state: string
  /** An `AlertEvent`; empty for nothing new. */
  event: string
  first_seen_at: string
  /** When it had this state first. */
  seen_at: string
  /** Of what is on an agenda: when the meeting begins, and what it says. Empty for others. */
  until: string | null
  title: string
  url: string
  said: string
  /** When it was missing first. */
  gone_at: string | null
  /** JSON of the last versions before this one, oldest first. */
  earlier: string
}

/** An e-mail to send, or that was sent. */
interface AlertMailsTable {
  id: Generated<number>
  subscriber_id: number
  /** RFC 5322: the same if it is sent again. */
  message_id: string
  /** JSON of an `Email`; empty once it is sent. */
  content: string
  created_at: string
  sent_at: string | null
  tries: Generated<number>
  next_at: string
  /** When the first of the meetings begins that it announces; null if it announces none. */
  begins_at: string | null
  /** Whether a server may have taken it: then it cannot be written again. */
  maybe_taken: Generated<number>
}

/** A keyed digest of an e-mail address that has left. */
interface LeftAddressesTable {
  hash: string
  left_at: string
}

/** How to take part in the meetings of a municipality, or of one of its bodies. */
interface TakePartTable {
  /** A slug, because the id of a municipality ends with it. */
  municipality: string
  /** The key of the body in its source; empty for all bodies without a row of their own. */
  body_source: string
  body_key: string
  /** Null if nothing is shown. */
  url: string | null
  /** Until when one can register, as the operator wrote it. */
  rule: string | null
}
