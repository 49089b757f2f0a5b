import { dialectOf } from '../../store/dialect/engines.ts'
import type { ReadDatabase, WriteStore } from '../../store/open.ts'

type Writer = WriteStore['db']

interface UsageRow {
  api_key_id: string
  day: string
  requests: number
  refused: number
}

/** The ids that still exist: keys are deleted with their account. */
export async function findKeyIds(db: Writer, ids: readonly string[]): Promise<Set<string>> {
  const { arrayParam, inArray } = dialectOf(db)
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where(({ ref }) => inArray(ref('id'), arrayParam(ids)))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Adds to existing rows of the same key and day. */
export async function addUsage(db: Writer, rows: readonly UsageRow[]): Promise<void> {
  const counted = dialectOf(db).rowsParam('key_usage', rows).as('counted')
  await db
    .insertInto('key_usage')
    .columns(['api_key_id', 'day', 'requests', 'refused'])
    .expression(({ selectFrom, lit }) =>
      selectFrom(counted)
        .select(['api_key_id', 'day', 'requests', 'refused'])
        // Without it, SQLite would read `on conflict` as part of a join.
        .where(lit(true)),
    )
    .onConflict((conflict) =>
      conflict.columns(['api_key_id', 'day']).doUpdateSet(({ eb, ref }) => ({
        requests: eb(ref('key_usage.requests'), '+', ref('excluded.requests')),
        refused: eb(ref('key_usage.refused'), '+', ref('excluded.refused')),
      })),
    )
    .execute()
}

/** Never moves back, and skips rows that would not change. */
export async function updateLastUsed(
  db: Writer,
  ids: readonly string[],
  usedAt: string,
): Promise<void> {
  const { arrayParam, inArray } = dialectOf(db)
  await db
    .updateTable('api_keys')
    .set({ last_used_at: usedAt })
    .where(({ ref }) => inArray(ref('id'), arrayParam(ids)))
    .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', usedAt)]))
    .execute()
}

/** Never moves back, and skips rows that would not change. */
export async function updateLastSeen(
  db: Writer,
  ids: readonly string[],
  seenAt: string,
): Promise<void> {
  const { arrayParam, inArray } = dialectOf(db)
  await db
    .updateTable('sessions')
    .set({ last_seen_at: seenAt })
    .where(({ ref }) => inArray(ref('id'), arrayParam(ids)))
    .where('last_seen_at', '<', seenAt)
    .execute()
}

/** The next `limit` keys by id. */
export async function listKeyIds(db: Writer, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteUsage(
  db: Writer,
  keyIds: readonly string[],
  before: string,
): Promise<void> {
  const { arrayParam, inArray } = dialectOf(db)
  await db
    .deleteFrom('key_usage')
    .where(({ ref }) => inArray(ref('api_key_id'), arrayParam(keyIds)))
    .where('day', '<', before)
    .execute()
}

export async function findUsage(
  db: ReadDatabase,
  keyIds: readonly string[],
  since: string,
): Promise<UsageRow[]> {
  const { arrayParam, inArray } = dialectOf(db)
  return db
    .selectFrom('key_usage')
    .select(['api_key_id', 'day', 'requests', 'refused'])
    .where(({ ref }) => inArray(ref('api_key_id'), arrayParam(keyIds)))
    .where('day', '>=', since)
    .execute()
}

export async function findLastUses(
  db: ReadDatabase,
  keyIds: readonly string[],
): Promise<{ id: string; last_used_at: string | null }[]> {
  const { arrayParam, inArray } = dialectOf(db)
  return db
    .selectFrom('api_keys')
    .select(['id', 'last_used_at'])
    .where(({ ref }) => inArray(ref('id'), arrayParam(keyIds)))
    .execute()
}
