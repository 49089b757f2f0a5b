import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import { formatKey, hashKey, isKeyShaped, shownPrefixLength } from '../core/key-format.ts'
import type { ReadStore, WriteStore } from '../store/open.ts'
import { KeyRefused } from './key-refused.ts'
import {
  countActiveKeys,
  findAccountId,
  findActiveKeyId,
  insertAccount,
  insertKey,
} from './queries.ts'

const randomLength = 28
const keyNameLengthMax = 64
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const emailLengthMax = 254

/** A key at the only moment when it is known (contract 5.5). */
export interface NewKey {
  id: string
  key: string
  prefix: string
  created_at: string
}

/** Makes a key, and the account of `email` if there is none. Throws `KeyRefused`. */
export async function createKey(
  store: WriteStore,
  { email, name, keysMax }: { email: string; name: string | null; keysMax: number },
  clock: Clock,
): Promise<NewKey> {
  const address = email.trim().toLowerCase()
  if (!emailPattern.test(address) || address.length > emailLengthMax) {
    throw new KeyRefused(`"${email}" is not an e-mail address`)
  }
  if (name !== null && (name === '' || name.length > keyNameLengthMax)) {
    throw new KeyRefused(`a key's name has 1 to ${keyNameLengthMax} characters`)
  }
  const key = formatKey(randomBytes(randomLength))
  const created = {
    id: randomUUID(),
    prefix: key.slice(0, shownPrefixLength),
    created_at: new Date(clock.now()).toISOString(),
  }
  await store.transaction(async (db) => {
    const accountId = await accountOf(db, address, created.created_at)
    if ((await countActiveKeys(db, accountId)) >= keysMax) {
      throw new KeyRefused(`${address} has ${keysMax} keys already; revoke one first`)
    }
    await insertKey(db, { ...created, account_id: accountId, name, hash: hashKey(key) })
  })
  return { ...created, key }
}

async function accountOf(db: WriteStore['db'], email: string, now: string): Promise<string> {
  const known = await findAccountId(db, email)
  if (known !== undefined) return known
  const id = randomUUID()
  await insertAccount(db, { id, email, created_at: now })
  return id
}

/** Looks keys up by their hash; what is not shaped like a key is refused without asking the database. */
export function keyFinder(store: ReadStore): (key: string) => Promise<string | undefined> {
  return async (key) => (isKeyShaped(key) ? findActiveKeyId(store.db, hashKey(key)) : undefined)
}
