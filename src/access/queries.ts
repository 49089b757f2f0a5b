import type { ReadDatabase, WriteStore } from '../store/open.ts'

type Writer = WriteStore['db']

/** The id of the key with this SHA-256 that is not revoked. Asked for every request: nothing is remembered. */
export async function findActiveKeyId(db: ReadDatabase, hash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** A key as it is listed: never more of it than its first characters. */
export interface KeyRow {
  id: string
  email: string
  name: string | null
  prefix: string
  created_at: string
  revoked_at: string | null
  /** To five minutes. */
  last_used_at: string | null
}

export async function listKeys(db: ReadDatabase): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id', 'email', 'name', 'prefix', 'api_keys.created_at'])
    .select(['revoked_at', 'last_used_at'])
    .orderBy('api_keys.created_at')
    .orderBy('api_keys.id')
    .execute()
}

export async function findAccountId(db: Writer, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.id
}

export async function insertAccount(
  db: Writer,
  account: { id: string; email: string; created_at: string },
): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ ...account, password_hash: null, disabled_at: null })
    .execute()
}

export async function countActiveKeys(db: Writer, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertKey(
  db: Writer,
  key: {
    id: string
    account_id: string
    name: string | null
    prefix: string
    hash: string
    created_at: string
  },
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({ ...key, revoked_at: null, last_used_at: null })
    .execute()
}

/** Whether a key with this id was there and active until now. */
export async function revokeKey(db: Writer, id: string, now: string): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The secret that signs cursors: one for all processes that serve this database. */
export async function findCursorSecret(db: ReadDatabase): Promise<string> {
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'cursor')
    .executeTakeFirstOrThrow()
  return row.value
}
