import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'

type Schema = Kysely<unknown>

/** Passwords, sessions, usage of keys, and imports. */
export async function up(db: Schema): Promise<void> {
  await extendAccess(db)
  await createSessions(db)
  await createKeyUsage(db)
  await createImports(db)
  const secrets = db as Kysely<{ secrets: { name: string; value: string } }>
  await secrets
    .insertInto('secrets')
    .values({ name: 'device', value: randomBytes(32).toString('hex') })
    .execute()
}

async function extendAccess(db: Schema): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('password_hash', 'text').execute()
  await db.schema.alterTable('accounts').addColumn('disabled_at', 'text').execute()
  await db.schema.alterTable('api_keys').addColumn('last_used_at', 'text').execute()
}

const ofAccount = (db: Schema, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('account_id', 'text', (c) =>
      c.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('expires_at', 'text', (c) => c.notNull())

async function createSessions(db: Schema): Promise<void> {
  await ofAccount(db, 'sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .execute()
  await ofAccount(db, 'reset_links').execute()
  await db.schema.createIndex('sessions_account_id').on('sessions').column('account_id').execute()
  await db.schema
    .createIndex('reset_links_account_id')
    .on('reset_links')
    .column('account_id')
    .execute()
}

async function createKeyUsage(db: Schema): Promise<void> {
  await db.schema
    .createTable('key_usage')
    .addColumn('api_key_id', 'text', (c) =>
      c.notNull().references('api_keys.id').onDelete('cascade'),
    )
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('requests', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('refused', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('key_usage_identity', ['api_key_id', 'day'])
    .execute()
}

async function createImports(db: Schema): Promise<void> {
  let table = db.schema
    .createTable('imports')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('municipality_id', 'integer', (c) =>
      c.notNull().references('municipalities.id').onDelete('cascade'),
    )
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('source_url', 'text')
    .addColumn('licence', 'text')
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text', (c) => c.notNull())
  for (const count of ['added', 'changed', 'same', 'removed']) {
    table = table.addColumn(count, 'integer', (c) => c.notNull()) as never
  }
  await table.execute()
  await db.schema
    .createIndex('imports_municipality_id')
    .on('imports')
    .columns(['municipality_id', 'id'])
    .execute()
}
