import { randomBytes, randomUUID } from 'node:crypto'
import { keyNameLengthMax } from '../core/account-limits.ts'
import { dayMs } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import { formatKey, hashKey, shownPrefixLength } from '../core/key-format.ts'
import type { WriteStore } from '../store/open.ts'
import { KeyError, KeyLimitReached, SignedOut } from './accounts/account-error.ts'
import { parseEmail, parseNewEmail } from './accounts/email.ts'
import { findAccountByEmail, insertAccount } from './accounts/queries.ts'
import { windowMs } from './limiter.ts'
import {
  countActiveKeys,
  countKeysCreatedSince,
  insertKey,
  keyExists,
  listRevokedIdsSince,
} from './queries.ts'
import { hasSession } from './sessions/queries.ts'
import type { Session } from './sessions/sessions.ts'
import type { UsageTracker } from './usage/usage-tracker.ts'
import { lastUseResolutionMs } from './usage/usage-tracker.ts'

const randomLength = 28
// Bounds the rows of an account, because revoked keys stay for 90 days.
const createdPerDay = 10

/** The only time that the full key is available. */
export interface NewKey {
  id: string
  key: string
  prefix: string
  created_at: string
}

/** Creates a key, and the account of `email` if it does not exist. Calls `show` before the commit. Throws `KeyError`. */
export async function createKeyForEmail(
  store: WriteStore,
  { email, name, keysMax }: { email: string; name: string | null; keysMax: number },
  clock: Clock,
  show?: (created: NewKey) => void,
): Promise<NewKey> {
  const address = parseEmail(email)
  if (address === undefined) throw notAnAddress(email)
  if (name !== null && keyNameError(name) !== undefined) {
    throw new KeyError(`the name of a key must have 1 to ${keyNameLengthMax} visible characters`)
  }
  return store.transaction(async (db) => {
    const accountId = await accountOf(db, address, clock)
    const request = { id: randomUUID(), accountId, name, keysMax, spent: 0 }
    const created = await insertNewKey(db, request, clock)
    show?.(created)
    return created
  })
}

export interface KeyRequest {
  /** Chosen by the form, so that submitting it twice creates one key. */
  id: string
  session: Pick<Session, 'id' | 'accountId'>
  name: string
  keysMax: number
}

/** Returns undefined if a key with this id already exists. Throws `KeyLimitReached`, or `SignedOut` if the session has ended. */
export async function createKey(
  store: WriteStore,
  { id, session, name, keysMax }: KeyRequest,
  { clock, usageTracker }: { clock: Clock; usageTracker: Pick<UsageTracker, 'usageOf'> },
): Promise<NewKey | undefined> {
  return store.transaction(async (db) => {
    if (await keyExists(db, id)) return undefined
    const { accountId } = session
    const isoBefore = (ms: number) => new Date(clock.now() - ms).toISOString()
    if (!(await hasSession(db, accountId, session.id))) throw new SignedOut()
    const created = await countKeysCreatedSince(db, accountId, isoBefore(dayMs))
    if (created >= keysMax * createdPerDay)
      throw new KeyLimitReached(
        { reason: 'created_today', created },
        `this account created ${created} keys in 24 hours; try again tomorrow`,
      )
    // A key revoked within its last rate limit window still counts; otherwise replacing keys would bypass the limit.
    const revokedIds = await listRevokedIdsSince(db, accountId, isoBefore(windowMs))
    const usage = await usageTracker.usageOf(revokedIds, 1)
    const usedSince = isoBefore(windowMs + lastUseResolutionMs)
    const spent = revokedIds.filter(
      (revoked) => (usage.get(revoked)?.lastUsedAt ?? '') > usedSince,
    ).length
    return insertNewKey(db, { id, accountId, name, keysMax, spent }, clock)
  })
}

export type KeyNameError = 'missing' | 'long' | 'invisible'

/** Undefined if the name is valid. */
export function keyNameError(name: string): KeyNameError | undefined {
  if (name === '') return 'missing'
  if ([...name].length > keyNameLengthMax) return 'long'
  // Control characters, line breaks and bidirectional overrides.
  const odd = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name)
  if (odd || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return 'invisible'
  return undefined
}

async function insertNewKey(
  db: WriteStore['db'],
  request: { id: string; accountId: string; name: string | null; keysMax: number; spent: number },
  clock: Clock,
): Promise<NewKey> {
  const { id, accountId, name, keysMax, spent } = request
  if ((await countActiveKeys(db, accountId)) + spent >= keysMax) {
    const used = spent === 0 ? '' : '; a revoked key that was just used counts for another minute'
    throw new KeyLimitReached(
      { reason: 'keys_max', keysMax, isJustUsed: spent > 0 },
      `this account already has ${keysMax} keys; revoke one first${used}`,
    )
  }
  const key = formatKey(randomBytes(randomLength))
  const prefix = key.slice(0, shownPrefixLength)
  const created_at = new Date(clock.now()).toISOString()
  await insertKey(db, { id, account_id: accountId, name, prefix, hash: hashKey(key), created_at })
  return { id, key, prefix, created_at }
}

function notAnAddress(email: string): KeyError {
  return new KeyError(`"${email}" is not an e-mail address`)
}

async function accountOf(db: WriteStore['db'], email: string, clock: Clock): Promise<string> {
  const existing = await findAccountByEmail(db, email)
  if (existing?.disabled_at) throw new KeyError(`the account ${email} is disabled`)
  if (existing !== undefined) return existing.id
  if (parseNewEmail(email) === undefined) throw notAnAddress(email)
  const id = randomUUID()
  const created_at = new Date(clock.now()).toISOString()
  await insertAccount(db, { id, email, created_at, password_hash: null })
  return id
}
