import type { ReadDatabase, WriteStore } from '../../store/open.ts'

type Writer = WriteStore['db']

export interface AccountRow {
  id: string
  email: string
  password_hash: string | null
  disabled_at: string | null
  recovery_hash: string | null
}

const columns = ['id', 'email', 'password_hash', 'disabled_at', 'recovery_hash'] as const

export async function findAccountByEmail(
  db: ReadDatabase,
  email: string,
): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').select(columns).where('email', '=', email).executeTakeFirst()
}

export async function findAccount(db: ReadDatabase, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').select(columns).where('id', '=', id).executeTakeFirst()
}

export interface ListedAccount {
  id: string
  email: string
  created_at: string
  disabled_at: string | null
  password_hash: string | null
  active_keys: number
}

export async function listAccounts(db: ReadDatabase): Promise<ListedAccount[]> {
  return db
    .selectFrom('accounts as a')
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.account_id', '=', 'a.id').on('k.revoked_at', 'is', null),
    )
    .select(['a.id', 'a.email', 'a.created_at', 'a.disabled_at', 'a.password_hash'])
    .select(({ fn }) => fn.count<number>('k.id').as('active_keys'))
    .groupBy('a.id')
    .orderBy('a.email')
    .execute()
}

export async function insertAccount(
  db: Writer,
  account: {
    id: string
    email: string
    created_at: string
    password_hash: string | null
    recovery_hash?: string
  },
): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ recovery_hash: null, ...account, disabled_at: null })
    .execute()
}

/** Replaces the recovery code too, which must not outlive its password. */
export async function setPassword(
  db: Writer,
  id: string,
  passwordHash: string,
  recoveryHash: string | null,
): Promise<void> {
  const changed = { password_hash: passwordHash, recovery_hash: recoveryHash }
  await db.updateTable('accounts').set(changed).where('id', '=', id).execute()
}

export async function setRecoveryHash(db: Writer, id: string, hash: string): Promise<void> {
  await db.updateTable('accounts').set({ recovery_hash: hash }).where('id', '=', id).execute()
}

export async function disableAccount(db: Writer, id: string, now: string): Promise<void> {
  const disabled = { disabled_at: now, recovery_hash: null }
  await db.updateTable('accounts').set(disabled).where('id', '=', id).execute()
}

/** Keys, sessions and reset links are deleted by cascade. */
export async function deleteAccount(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute()
}

export async function insertResetLink(
  db: Writer,
  link: { token_hash: string; account_id: string; expires_at: string },
): Promise<void> {
  await db.insertInto('reset_links').values(link).execute()
}

/** The id of the account of a valid link. */
export async function findResetLink(
  db: ReadDatabase,
  tokenHash: string,
  now: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('reset_links')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.account_id
}

/** Also deletes expired links of other accounts. */
export async function deleteResetLinks(db: Writer, accountId: string, now: string): Promise<void> {
  await db
    .deleteFrom('reset_links')
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('expires_at', '<=', now)]))
    .execute()
}
