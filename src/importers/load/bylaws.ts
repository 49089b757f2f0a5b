import type { ExpressionBuilder } from 'kysely'
import { isNeverPassed } from '../../core/bylaw-status.ts'
import { groupBy } from '../../core/group-by.ts'
import { endsVeto, isVeto, type OrderedStep, saysVetoed, stepsInOrder } from '../../core/veto.ts'
import type { Flag } from '../../record/field.ts'
import type { Tables } from '../../store/tables.ts'
import { vetoStepsOf } from '../../store/veto-steps.ts'
import { rowBatches } from './row-batches.ts'
import type { LoadScope, RowIds } from './scope.ts'

/** Sets when each by-law was passed, and whether it was vetoed. */
export async function deriveBylaws(scope: LoadScope, dirty: RowIds): Promise<void> {
  const { db, dialect, target } = scope
  const bylaws = db
    .selectFrom('bylaws')
    .select(['id', 'status', 'stated_passed_date', 'passed_date', 'enacted_date', 'is_vetoed'])
    .select((eb) => lastPassage(eb).as('decided'))
    .where('municipality_id', '=', target.id)
    .orderBy('id')
  const list = (after: number, limit: number) =>
    bylaws.where('id', '>', after).limit(limit).execute()
  for await (const rows of rowBatches(list)) {
    const ids = rows.map(({ id }) => id)
    const stepsOf = groupBy(await vetoStepsOf(db, ids).execute(), ({ bylaw_id: id }) => id)
    const statusesOf = groupBy(await listMatters(scope, ids), ({ bylaw_id: id }) => id)
    const changed = rows.flatMap((row) => {
      const statuses = [row.status, ...statusesOf(row.id).map(({ status }) => status)]
      const passage = passageOf(row, { steps: stepsInOrder(stepsOf(row.id)), statuses })
      const isSame = passage.passed_date === row.passed_date && passage.is_vetoed === row.is_vetoed
      return isSame ? [] : [{ id: row.id, ...passage }]
    })
    for (const { id } of changed) dirty.bylaw.add(id)
    await dialect.updateAll(db, 'bylaws', changed)
  }
}

/** The date of the last carried motion that names the by-law. */
function lastPassage(eb: ExpressionBuilder<Tables, 'bylaws'>) {
  return eb
    .selectFrom('bylaw_references')
    .innerJoin('motions', 'motions.id', 'bylaw_references.motion_id')
    .select(({ fn }) => fn.max<string | null>('motions.date').as('date'))
    .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id')
    .where('motions.outcome', '=', 'carried')
    .where('motions.date', '!=', '')
}

function listMatters({ db, dialect }: LoadScope, ids: readonly number[]) {
  return db
    .selectFrom('matters')
    .select(['bylaw_id', 'status'])
    .where(({ ref }) => dialect.inArray(ref('bylaw_id').$notNull(), dialect.arrayParam(ids)))
    .where('status', 'is not', null)
    .execute()
}

interface Bylaw {
  status: string | null
  stated_passed_date: string | null
  enacted_date: string | null
  /** When the last motion that names it was carried. */
  decided: string | null
}

interface Passage {
  passed_date: string | null
  is_vetoed: Flag
}

/** A veto stands until a later step ends it, a later motion passes the by-law, or it becomes law. */
function passageOf(
  { status, stated_passed_date: stated, enacted_date: enacted, decided }: Bylaw,
  { steps, statuses }: { steps: readonly OrderedStep[]; statuses: readonly (string | null)[] },
): Passage {
  const veto = steps.findLast(isVeto)
  const end = steps.slice(veto === undefined ? 0 : steps.indexOf(veto)).findLast(endsVeto)
  const isStated = statuses.some((one) => one !== null && saysVetoed(one))
  const isPassedAfter = (date: string | null) =>
    veto !== undefined && veto.date !== '' && date !== null && date > veto.date
  const stands = veto !== undefined && !isPassedAfter(decided) && !isPassedAfter(enacted)
  if (end === undefined && (isStated || stands)) return { passed_date: null, is_vetoed: 1 }
  if (stated !== null || isNeverPassed(status)) return { passed_date: stated, is_vetoed: 0 }
  const [last = null] = [decided, veto && end?.date]
    .filter((date) => date)
    .sort()
    .reverse()
  return { passed_date: last ?? null, is_vetoed: 0 }
}
