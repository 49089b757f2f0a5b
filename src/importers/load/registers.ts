import {
  type RegisterName,
  type RegisterState,
  registerNames,
  registerTables,
} from '../../store/registers.ts'
import type { LoadScope } from './scope.ts'

type RegisterScope = Pick<LoadScope, 'db' | 'target'>

export const registersFollowFrom = [
  ...new Set(registerNames.flatMap((name) => registerTables[name].from)),
]

/** Sets how much each register has, since when and from where. */
export async function countRegisters({ db, target }: RegisterScope): Promise<void> {
  const states: Partial<Record<RegisterName, RegisterState>> = {}
  for (const name of registerNames) {
    const { table, day } = registerTables[name]
    const rows = await db
      .selectFrom(table)
      .select('source')
      .select(({ fn, ref, val }) => [
        fn.countAll<number>().as('count'),
        fn.min(fn<string | null>('nullif', [ref(day), val('')])).as('since'),
      ])
      .where('municipality_id', '=', target.id)
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
