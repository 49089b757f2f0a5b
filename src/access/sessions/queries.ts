import type { ReadDatabase, WriteStore } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'

type Writer = WriteStore['db']

export async function insertSession(db: Writer, session: Tables['sessions']): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** The session with this token, unless it has expired or its account is disabled. */
export async function findSession(
  db: ReadDatabase,
  tokenHash: string,
  { now, idleSince }: { now: string; idleSince: string },
) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['s.id', 's.account_id', 'a.email'])
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', now)
    .where('s.last_seen_at', '>', idleSince)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Whether the session belongs to this account and the account is not disabled; expiry is not checked. */
export async function hasSession(
  db: ReadDatabase,
  accountId: string,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select('s.id')
    .where('s.id', '=', id)
    .where('s.account_id', '=', accountId)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A session as its owner sees it. */
export interface SessionRow {
  id: string
  user_agent: string | null
  created_at: string
  last_seen_at: string
}

/** The newest sessions of an account that have not expired. */
export async function listSessions(
  db: ReadDatabase,
  accountId: string,
  { now, idleSince, limit }: { now: string; idleSince: string; limit: number },
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** False if the account has no session with this id. */
export async function deleteSession(db: Writer, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Ends all sessions of an account, or all but one. */
export async function deleteSessions(
  db: Writer,
  accountId: string,
  exceptId: string | null = null,
): Promise<void> {
  let all = db.deleteFrom('sessions').where('account_id', '=', accountId)
  if (exceptId !== null) all = all.where('id', '!=', exceptId)
  await all.execute()
}

/** Deletes the expired sessions of an account, and its oldest ones until `kept` are left. */
export async function deleteSurplusSessions(
  db: Writer,
  accountId: string,
  { now, idleSince, kept }: { now: string; idleSince: string; kept: number },
): Promise<void> {
  const newest = db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(kept)
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', 'not in', newest)
    .execute()
}

export async function deleteSessionByToken(db: Writer, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Deletes up to `limit` expired sessions of all accounts; returns the number deleted. */
export async function deleteExpiredSessions(
  db: Writer,
  { now, idleSince }: { now: string; idleSince: string },
  limit: number,
): Promise<number> {
  const some = db
    .selectFrom('sessions')
    .select('id')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', idleSince)]))
    .limit(limit)
  const result = await db.deleteFrom('sessions').where('id', 'in', some).executeTakeFirst()
  return Number(result.numDeletedRows)
}
