import DataLoader from 'dataloader'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { hashKey } from '../core/key-format.ts'
import { among, isOneOf } from '../store/among.ts'
import { cachedQuery } from '../store/cached-query.ts'
import type { ArrayParam } from '../store/dialect/dialect.ts'
import { municipalityColumns } from '../store/import-runs.ts'
import { jsonRows, parseRows } from '../store/json-rows.ts'
import type { ReadDatabase, ReadStore, WriteStore } from '../store/open.ts'
import type { Tables } from '../store/tables.ts'

type Writer = WriteStore['db']

/** A key that is not revoked. */
interface ActiveKey {
  id: string
  account_id: string
}

/**
 * Finds active keys by SHA-256 and municipalities by slug in one statement. Without hashes it does not name the table of
 * keys, which the role of a replica may not be allowed to read.
 */
async function findKeysAndMunicipalities(
  db: ReadDatabase,
  hashes: readonly string[],
  slugs: readonly string[],
) {
  const [ofKeys, ofSlugs] = [among(db, hashes), among(db, slugs)]
  const [row] = await keysAndMunicipalities(db, {
    ...{ hash: ofKeys.one, hashes: ofKeys.many },
    ...{ slug: ofSlugs.one, slugs: ofSlugs.many },
  })
  return {
    keys: parseRows(row?.keys ?? '[]'),
    municipalities: parseRows(row?.municipalities ?? '[]'),
  }
}

type Lookup = Partial<Record<'hash' | 'slug', string | undefined>> &
  Partial<Record<'hashes' | 'slugs', ArrayParam | undefined>>

const keysAndMunicipalities = cachedQuery((db, { hash, hashes, slug, slugs }: Lookup) => {
  const { ref } = expressionBuilder<Tables, 'api_keys' | 'municipalities'>()
  const isKey = isOneOf(db, ref('api_keys.hash'), { one: hash, many: hashes })
  const isNamed = isOneOf(db, ref('municipalities.slug'), { one: slug, many: slugs })
  const keys = (condition: Expression<SqlBool>) =>
    db
      .selectFrom('api_keys')
      .select(['id', 'account_id', 'hash'])
      .where(condition)
      .where('revoked_at', 'is', null)
  const municipalities = (condition: Expression<SqlBool>) =>
    db.selectFrom('municipalities').select(municipalityColumns).where(condition)
  return db.selectNoFrom(({ lit }) => [
    isKey === undefined ? lit(null).as('keys') : jsonRows(db, keys(isKey)).as('keys'),
    isNamed === undefined
      ? lit(null).as('municipalities')
      : jsonRows(db, municipalities(isNamed)).as('municipalities'),
  ])
})

/** By slug. */
export async function listMunicipalities(db: ReadDatabase) {
  return db.selectFrom('municipalities').select(municipalityColumns).orderBy('slug').execute()
}

/** A key of any account, for `reeve keys list`. */
interface KeyRow {
  id: string
  email: string
  name: string | null
  prefix: string
  created_at: string
  revoked_at: string | null
  /** Rounded down to five minutes. */
  last_used_at: string | null
}

/** A key of the signed-in account. */
export interface OwnKeyRow {
  id: string
  name: string | null
  prefix: string
  created_at: string
  revoked_at: string | null
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

export async function countActiveKeys(db: Writer, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Includes revoked keys. */
export async function countKeysCreatedSince(
  db: Writer,
  accountId: string,
  since: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function hasActiveKey(
  db: ReadDatabase,
  accountId: string,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
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

/** Whether an active key was revoked. @param accountId Revokes only a key of this account. */
export async function revokeKey(
  db: Writer,
  id: string,
  now: string,
  accountId?: string,
): Promise<boolean> {
  let update = db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
  if (accountId !== undefined) update = update.where('account_id', '=', accountId)
  const result = await update.executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function revokeKeysOfAccount(
  db: Writer,
  accountId: string,
  now: string,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Deletes up to `limit` keys with their usage; returns the number deleted. */
export async function deleteKeysRevokedBefore(
  db: Writer,
  before: string,
  limit: number,
): Promise<number> {
  const some = db.selectFrom('api_keys').select('id').where('revoked_at', '<', before).limit(limit)
  const result = await db.deleteFrom('api_keys').where('id', 'in', some).executeTakeFirst()
  return Number(result.numDeletedRows)
}

const revokedShownMax = 20

/** Active keys, newest first, and the most recently revoked ones since a time. */
export async function listKeysOfAccount(
  db: ReadDatabase,
  accountId: string,
  revokedSince: string,
): Promise<{ active: OwnKeyRow[]; revoked: OwnKeyRow[] }> {
  const keys = db
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', 'created_at', 'revoked_at'])
    .where('account_id', '=', accountId)
  const active = keys.where('revoked_at', 'is', null).orderBy('created_at', 'desc').orderBy('id')
  const revoked = keys
    .where('revoked_at', '>', revokedSince)
    .orderBy('revoked_at', 'desc')
    .orderBy('id')
    .limit(revokedShownMax)
  return { active: await active.execute(), revoked: await revoked.execute() }
}

export async function listRevokedIdsSince(
  db: ReadDatabase,
  accountId: string,
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('account_id', '=', accountId)
    .where('revoked_at', '>', since)
    .execute()
  return rows.map(({ id }) => id)
}

/** Includes revoked keys. */
export async function keyExists(db: ReadDatabase, id: string): Promise<boolean> {
  const row = await db.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

type FoundMunicipality = Awaited<
  ReturnType<typeof findKeysAndMunicipalities>
>['municipalities'][number]

interface LookupRequest {
  key?: string | undefined
  slug?: string | undefined
}

/** A revoked key is undefined. */
interface Found {
  key: ActiveKey | undefined
  municipality: FoundMunicipality | undefined
}

export type RequestLookup = (request: LookupRequest) => Promise<Found>

/** Maximum requests per statement. */
const batchMax = 100

/** Looks up current keys and municipalities. Requests of one event loop iteration share a statement. */
export function requestLookup(store: ReadStore): RequestLookup {
  const loader = new DataLoader<{ hash: string; slug: string }, Found>(
    async (requests) => {
      const { keys, municipalities } = await findKeysAndMunicipalities(
        store.db,
        unique(requests.map(({ hash }) => hash)),
        unique(requests.map(({ slug }) => slug)),
      )
      return requests.map(({ hash, slug }) => ({
        key: keys.find((key) => key.hash === hash),
        municipality: municipalities.find((municipality) => municipality.slug === slug),
      }))
    },
    {
      batchScheduleFn: (run) => setImmediate(run),
      // Clearing a cache after each batch kept requests alive: V8 links a cleared Map to its next table.
      cache: false,
      maxBatchSize: batchMax,
    },
  )
  return ({ key, slug = '' }) => loader.load({ hash: key === undefined ? '' : hashKey(key), slug })
}

/** With a replica: keys from the primary, the municipality from the database that council records are read from. */
export function splitLookup(primary: ReadStore, record: ReadStore): RequestLookup {
  const findKey = requestLookup(primary)
  const findMunicipality = requestLookup(record)
  return async ({ key, slug }) => {
    const [keyLookup, { municipality }] = await Promise.all([
      key === undefined ? undefined : findKey({ key }),
      findMunicipality({ slug }),
    ])
    return { key: keyLookup?.key, municipality }
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '')
}
