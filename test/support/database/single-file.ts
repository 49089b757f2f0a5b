import { migrations } from '../../../src/store/migrations/migrations.ts'
import { migrateSchema, openWriteStore } from '../../../src/store/open.ts'
import { withDatabase } from './sqlite-database.ts'

const before = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => name < '0012-accounts-file'),
)

/** An SQLite database of the versions with one file, with an account, two keys, usage and a session. */
export async function makeSingleFile(databaseUrl: string): Promise<void> {
  const store = openWriteStore(databaseUrl)
  await migrateSchema(store, before)
  await store.close()
  withDatabase(databaseUrl, (db) =>
    db.exec(`
      insert into main.accounts (id, email, created_at) values ('a', 'a@example.ca', 'then');
      insert into main.api_keys (id, account_id, prefix, hash, created_at, revoked_at)
        values ('k', 'a', 'reeve_k', 'secret-hash', 'then', null), ('r', 'a', 'reeve_r', 'other-hash', 'then', 'now');
      insert into main.key_usage values ('k', '2026-04-22', 7, 1);
      insert into main.sessions (id, account_id, token_hash, created_at, last_seen_at, expires_at)
        values ('s', 'a', 'token', 'then', 'then', 'later');
      insert into main.municipalities (id, slug, name, division_id, jurisdiction_id, time_zone, created_at, updated_at)
        values (1, 't', 'T', 'd', 'j', 'UTC', '', '')`),
  )
}
