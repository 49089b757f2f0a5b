import type { Kysely, Selectable } from 'kysely'
import { dialectOf } from './dialect/engines.ts'
import type { ReadDatabase } from './open.ts'
import type { Tables } from './tables.ts'

/** What a council states of taking part in its meetings, or in those of one body. */
export interface TakePart {
  /** The slug of the body; null for all bodies without one of their own. */
  body: string | null
  /** Null if nothing is shown for the body. */
  url: string | null
  /** One that `parseRule` reads, or null. */
  rule: string | null
}

type StoredTakePart = Selectable<Tables['take_part']>

/** The body by its key, which outlasts its slug; both are empty for all bodies without a row of their own. */
export type TakePartKey = Pick<StoredTakePart, 'municipality' | 'body_source' | 'body_key'>

/** What a municipality states, for each body by its current slug; two statements at most. */
export async function readTakePart(
  { accounts, record }: { accounts: ReadDatabase; record: ReadDatabase },
  { id, slug }: { id: number; slug: string },
): Promise<TakePart[]> {
  const rows = await accounts
    .selectFrom('take_part')
    .selectAll()
    .where('municipality', '=', slug)
    .orderBy('body_source')
    .orderBy('body_key')
    .execute()
  const keys = rows.map(({ body_key: key }) => key).filter((key) => key !== '')
  const { arrayParam, inArray } = dialectOf(record)
  const bodies =
    keys.length === 0
      ? []
      : await record
          .selectFrom('organizations')
          .select(['slug', 'source', 'key'])
          .where('municipality_id', '=', id)
          .where(({ ref }) => inArray(ref('key'), arrayParam(keys)))
          .execute()
  return rows.flatMap(({ body_source: source, body_key: key, url, rule }): TakePart[] => {
    if (key === '') return [{ body: null, url, rule }]
    const body = bodies.find((one) => one.source === source && one.key === key)
    return body === undefined ? [] : [{ body: body.slug, url, rule }]
  })
}

export async function findTakePart(
  db: ReadDatabase,
  key: TakePartKey,
): Promise<Pick<StoredTakePart, 'url' | 'rule'> | undefined> {
  return db
    .selectFrom('take_part')
    .select(['url', 'rule'])
    .where('municipality', '=', key.municipality)
    .where('body_source', '=', key.body_source)
    .where('body_key', '=', key.body_key)
    .executeTakeFirst()
}

export async function writeTakePart(db: Kysely<Tables>, row: StoredTakePart): Promise<void> {
  const { url, rule } = row
  await db
    .insertInto('take_part')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['municipality', 'body_source', 'body_key']).doUpdateSet({ url, rule }),
    )
    .execute()
}

export async function deleteTakePart(db: Kysely<Tables>, key: TakePartKey): Promise<void> {
  await db
    .deleteFrom('take_part')
    .where('municipality', '=', key.municipality)
    .where('body_source', '=', key.body_source)
    .where('body_key', '=', key.body_key)
    .execute()
}
