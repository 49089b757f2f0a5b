import { dialectOf } from '../dialect/engines.ts'
import { idOfRecency } from './days.ts'
import type { Counting, Match } from './engine.ts'

/** How many records of a municipality have the words. */
interface CouncilCount {
  id: number
  records: number
}

/** Most records first. */
export interface CouncilCounts {
  councils: readonly CouncilCount[]
  /** Whether older documents match too; they are not counted. */
  isCut: boolean
}

/** The municipalities of the newest matches; two statements. */
export async function countCouncils(
  found: Match,
  { db, engine, filter, countedMax }: Counting,
): Promise<CouncilCounts> {
  const [list = []] = await engine.newest(db, filter, [{ match: found, limit: countedMax }])
  const { arrayParam, inArray } = dialectOf(db)
  const rows = await db
    .selectFrom('search_documents')
    .select('municipality_id as id')
    .select(({ fn }) => fn.count<number>('group_key').distinct().as('records'))
    .where(({ ref }) => inArray(ref('id'), arrayParam(list.map(idOfRecency))))
    .groupBy('municipality_id')
    .orderBy('records', 'desc')
    .orderBy('municipality_id')
    .execute()
  const councils = rows.map(({ id, records }) => ({ id, records: Number(records) }))
  return { councils, isCut: list.length >= countedMax }
}
