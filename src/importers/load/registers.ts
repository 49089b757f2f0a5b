import type { RecordKind } from '../../record/kinds.ts'
import {
  type RegisterName,
  type RegisterState,
  type RegisterTable,
  registerNames,
  registerTables,
} from '../../store/registers.ts'
import type { Tables } from '../../store/tables.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'

type RegisterScope = Pick<LoadScope, 'db' | 'target'>

export const registersFollowFrom = [
  ...new Set(registerNames.flatMap((name) => registerTables[name].from)),
]

/** Sets how much each register has, since when and from where. */
export async function countRegisters({ db, target }: RegisterScope): Promise<void> {
  const states: Partial<Record<RegisterName, RegisterState>> = {}
  for (const name of registerNames) {
    const { table, day, with: parts }: RegisterTable = registerTables[name]
    const rows = await db
      .selectFrom(table)
      .select('source')
      .select(({ fn, ref, val }) => [
        fn.countAll<number>().as('count'),
        fn.min(fn<string | null>('nullif', [ref(day as 'date'), val('')])).as('since'),
      ])
      .where('municipality_id', '=', target.id)
      .$if(parts !== undefined, (entries) =>
        entries.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('attendance')
              .select('attendance.id')
              .whereRef('attendance.meeting_id', '=', `${table}.id` as 'attendance.meeting_id'),
          ),
        ),
      )
      .groupBy('source')
      .orderBy('source')
      .execute()
    if (rows.length === 0) continue
    const days = rows.flatMap(({ since }) => since ?? []).sort()
    states[name] = {
      count: rows.reduce((sum, { count }) => sum + Number(count), 0),
      since: days[0] ?? null,
      sources: rows.map(({ source }) => source),
    }
  }
  await db
    .updateTable('municipalities')
    .set({ registers: JSON.stringify(states) })
    .where('id', '=', target.id)
    .execute()
}

type DerivedTable = 'declared_interests' | 'closed_sessions' | 'notices' | 'veto_steps'

/** Sets rows that follow from a register or are its entries; writes only those that changed, and returns them with those that went. */
export async function replaceEntries<T extends DerivedTable, Entry extends Tables[T]>(
  { db, dialect, target }: LoadScope,
  table: T,
  entries: readonly Entry[],
): Promise<{ changed: Entry[]; gone: Entry[] }> {
  // The columns read here are the same in these tables.
  const name = table as 'closed_sessions'
  const stored = await db
    .selectFrom(name)
    .selectAll()
    .where('municipality_id', '=', target.id)
    .execute()
  const former = new Map(stored.map((entry) => [entry.slug, entry as unknown as Entry]))
  const changed = entries.filter((entry) => !isSame(entry, former.get(entry.slug)))
  const slugs = new Set(entries.map(({ slug }) => slug))
  const stale = [...stored.filter(({ slug }) => !slugs.has(slug)), ...changed]
  for (const { slug } of stale)
    await db
      .deleteFrom(name)
      .where('municipality_id', '=', target.id)
      .where('slug', '=', slug)
      .execute()
  await dialect.insertAll(
    db,
    table,
    changed.map((entry) => ({ ...entry }) as unknown as Record<string, unknown>),
  )
  const gone = [...former.values()].filter(({ slug }) => !slugs.has(slug))
  return { changed, gone }
}

function isSame<Entry extends object>(one: Entry, other: Entry | undefined): boolean {
  return (
    other !== undefined &&
    (Object.keys(one) as (keyof Entry)[]).every((column) => one[column] === other[column])
  )
}

interface Identified {
  source: string
  key: string
}

/** Says of the records that an import brought what is odd about each. */
export async function warnOfEntries<Row extends Identified>(
  { db, source, warn }: LoadScope,
  kind: RecordKind,
  rows: readonly Row[],
  reasonsOf: (row: Row) => readonly string[],
): Promise<void> {
  const staged = await stagingOf(db)
    .selectFrom('staging')
    .select(['key', 'location'])
    .where('kind', '=', kind)
    .execute()
  const locations = new Map(staged.map(({ key, location }) => [key, location]))
  for (const row of rows) {
    const location = row.source === source ? locations.get(row.key) : undefined
    if (location === undefined) continue
    for (const reason of reasonsOf(row))
      warn({ location, subject: `${kind.replace('_', ' ')} ${row.key}`, reason })
  }
}
