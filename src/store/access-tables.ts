/** The tables of accounts, sessions and keys; no import touches them. */
export interface AccessTables {
  accounts: AccountsTable
  sessions: SessionsTable
  reset_links: ResetLinksTable
  api_keys: ApiKeysTable
  key_usage: KeyUsageTable
  secrets: SecretsTable
}

/** Their names: who reads the record alone needs none of them. */
export const accessTables = [
  'accounts',
  'sessions',
  'reset_links',
  'api_keys',
  'key_usage',
  'secrets',
] as const satisfies (keyof AccessTables)[]

interface AccountsTable {
  id: string
  email: string
  created_at: string
  /** PHC string of Argon2id; null for an account made on the command line, which cannot sign in. */
  password_hash: string | null
  disabled_at: string | null
  /** SHA-256 of the recovery code; null where there is none. */
  recovery_hash: string | null
}

/** One browser that is signed in. The cookie's token is kept as SHA-256 only. */
interface SessionsTable {
  id: string
  account_id: string
  token_hash: string
  user_agent: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
}

/** A link by which a new password can be chosen once. */
interface ResetLinksTable {
  token_hash: string
  account_id: string
  expires_at: string
}

/** What one key did on one day (UTC): requests that were let through, and those refused by the limit. */
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

/** Values that every process serving this database shares, such as the secret that signs cursors. */
interface SecretsTable {
  name: string
  value: string
}
