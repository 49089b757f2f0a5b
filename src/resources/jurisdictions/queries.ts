import type { ReadDatabase } from '../../store/open.ts'

/** What has a session: meetings, and the dates from which bills and votes have theirs. */
const dated = [
  ['meetings', 'date'],
  ['matters', 'first_seen'],
  ['motions', 'date'],
] as const

/** The first and the last date that has a session; null without any. One statement. */
export async function findSessionSpan(db: ReadDatabase, municipalityId: number) {
  const edge = ([table, column]: (typeof dated)[number], order: 'asc' | 'desc') => {
    // The column of one table stands for all.
    const date = column as 'date'
    return db
      .selectFrom(table as 'meetings')
      .select(({ ref }) => ref(date).as('day'))
      .where('municipality_id', '=', municipalityId)
      .where(date, '>', '')
      .orderBy(date, order)
      .limit(({ lit }) => lit(1))
  }
  const row = await db
    .selectNoFrom(
      dated.flatMap((each) => [
        edge(each, 'asc').as(`first_${each[0]}`),
        edge(each, 'desc').as(`last_${each[0]}`),
      ]),
    )
    .executeTakeFirstOrThrow()
  const days = (Object.values(row) as (string | null)[]).filter((day) => day !== null).sort()
  return { first: days[0] ?? null, last: days.at(-1) ?? null }
}

export type SessionSpan = Awaited<ReturnType<typeof findSessionSpan>>
