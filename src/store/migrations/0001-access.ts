import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  createIndexes,
  createTable,
  each,
  integerOr,
  maybeText,
  partOf,
  text,
  textId,
  uniqueText,
} from './create-table.ts'

/** Accounts, sessions, API keys and their usage, and the secrets of the service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const account_id = partOf('accounts', 'text')
  await createTable(db, 'accounts', {
    id: textId,
    email: uniqueText,
    created_at: text,
    ...each(maybeText, 'password_hash', 'disabled_at', 'recovery_hash'),
  })

  await createTable(db, 'sessions', {
    id: textId,
    account_id,
    token_hash: uniqueText,
    user_agent: maybeText,
    ...each(text, 'created_at', 'last_seen_at', 'expires_at'),
  })
  // Expired ones are deleted by time.
  await createIndexes(db, 'sessions', 'account_id', 'expires_at', 'last_seen_at')

  await createTable(db, 'reset_links', { token_hash: uniqueText, account_id, expires_at: text })
  await createIndexes(db, 'reset_links', 'account_id')

  await createTable(db, 'api_keys', {
    id: textId,
    account_id,
    name: maybeText,
    prefix: text,
    hash: uniqueText,
    created_at: text,
    ...each(maybeText, 'revoked_at', 'last_used_at'),
  })
  // Keys that were revoked long ago are deleted.
  await createIndexes(db, 'api_keys', 'account_id', 'revoked_at')

  const usage = {
    api_key_id: partOf('api_keys', 'text'),
    day: text,
    ...each(integerOr(0), 'requests', 'refused'),
  }
  const key = { name: 'key_usage_identity', columns: ['api_key_id', 'day'] }
  await createTable(db, 'key_usage', usage, { key })

  await createTable(db, 'secrets', { name: textId, value: text })
  const secret = (name: string) => ({ name, value: randomBytes(32).toString('hex') })
  await (db as Kysely<{ secrets: { name: string; value: string } }>)
    .insertInto('secrets')
    .values([secret('cursor'), secret('device')])
    .execute()
}
