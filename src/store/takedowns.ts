import type { Kysely, Selectable } from 'kysely'
import { batches } from '../core/batches.ts'
import { keyedHash } from '../core/passages.ts'
import type { RecordKind } from '../record/kinds.ts'
import type { ReadDatabase } from './open.ts'
import { findSecret } from './secrets.ts'
import type { Tables } from './tables.ts'

export type Takedown = Selectable<Tables['takedowns']>

export type NewTakedown = Omit<Takedown, 'id' | 'lifted_at'>

/** Of one municipality; an import compares every text with each. */
export const takedownsMax = 10_000

/** What was taken down of a municipality and not lifted, with the key of its digests. */
export interface Takedowns<T extends NewTakedown = NewTakedown> {
  key: string
  active: readonly T[]
}

export async function readTakedowns(
  db: ReadDatabase,
  municipality: string,
): Promise<Takedowns<Takedown> & { all: readonly Takedown[] }> {
  const all = await listTakedowns(db, municipality)
  const active = all.filter(({ lifted_at }) => lifted_at === null)
  return { key: await findSecret(db, 'takedown'), active, all }
}

/** Newest first, all or as many as `limit`; also what was lifted. */
export async function listTakedowns(
  db: ReadDatabase,
  municipality: string,
  limit?: number,
): Promise<Takedown[]> {
  return db
    .selectFrom('takedowns')
    .selectAll()
    .where('municipality', '=', municipality)
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
}

export async function insertTakedown(db: Kysely<Tables>, takedown: NewTakedown): Promise<number> {
  const { id } = await db
    .insertInto('takedowns')
    .values(takedown)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes one that could not be applied. */
export async function deleteTakedown(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('takedown_slugs').where('takedown_id', '=', id).execute()
  await db.deleteFrom('takedowns').where('id', '=', id).execute()
}

/** Adds the digests of addresses under which something is no longer found. */
export async function insertTakedownSlugs(
  db: Kysely<Tables>,
  id: number,
  hashes: Iterable<string>,
): Promise<void> {
  for (const some of batches(hashes))
    await db
      .insertInto('takedown_slugs')
      .values(some.map((hash) => ({ takedown_id: id, hash })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The takedown, if it was not lifted, by which a record is no longer at an address. */
export async function findTakedownOf(
  db: ReadDatabase,
  { municipality, kind, slug }: { municipality: string; kind: RecordKind; slug: string },
): Promise<Pick<Takedown, 'added_at' | 'reason'> | undefined> {
  const hash = slugHash(await findSecret(db, 'takedown'), kind, slug)
  return db
    .selectFrom('takedown_slugs')
    .innerJoin('takedowns', 'takedowns.id', 'takedown_slugs.takedown_id')
    .select(['takedowns.added_at', 'takedowns.reason'])
    .where('takedown_slugs.hash', '=', hash)
    .where('takedowns.municipality', '=', municipality)
    .where('takedowns.lifted_at', 'is', null)
    .orderBy('takedowns.id')
    .limit(1)
    .executeTakeFirst()
}

/** Ends a takedown, and forgets its digests; the log keeps its day and reason. Returns false if it had ended, or there is none. */
export async function liftTakedown(
  db: Kysely<Tables>,
  { municipality, id, now }: { municipality: string; id: number; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('takedowns')
    .set({ record_hash: null, hash: null, words: null, prefilter: null, lifted_at: now })
    .where('municipality', '=', municipality)
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) return false
  await db.deleteFrom('takedown_slugs').where('takedown_id', '=', id).execute()
  return true
}

/** Begins a stored key that replaces one whose words were taken down. */
const withheldKey = 'withheld-'

/** The digest by which a record is known. A key that was replaced has it in itself. */
export function recordHash(
  secret: string,
  { kind, source, key }: { kind: RecordKind; source: string; key: string },
): string {
  if (isReplacedKey(key)) return key.slice(withheldKey.length)
  return keyedHash(secret, ['record', kind, source, key].join('\0'))
}

/** Every replaced key is in this range; the end is exclusive. */
export const replacedKeyRange = [withheldKey, 'withheld.'] as const

export const isReplacedKey = (key: string) => key.startsWith(withheldKey)

export const replacedKey = (hash: string) => `${withheldKey}${hash}`

/** The digest of an address, by its kind and slug. */
export const slugHash = (secret: string, kind: RecordKind, slug: string) =>
  keyedHash(secret, ['slug', kind, slug].join('\0'))

/** The digest of the URL of a file. */
export const urlHash = (secret: string, url: string) => keyedHash(secret, `url\0${url}`)
