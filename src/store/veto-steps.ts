import type { Expression } from 'kysely'
import { dialectOf } from './dialect/engines.ts'
import type { ReadDatabase } from './open.ts'

/** The steps of the matters that led to by-laws, and of the motions that name them, whose words may speak of a veto. */
export function vetoStepsOf(
  db: Pick<ReadDatabase, 'selectFrom' | 'getExecutor'>,
  bylawIds: readonly number[],
) {
  const { arrayParam, inArray } = dialectOf(db)
  const isOfBylaw = (id: Expression<number>) => inArray(id, arrayParam(bylawIds))
  const led = db
    .selectFrom('matters')
    .select(({ ref }) => [ref('bylaw_id').$notNull().as('bylaw_id'), 'id as matter_id'])
    .where(({ ref }) => isOfBylaw(ref('bylaw_id').$notNull()))
  const named = db
    .selectFrom('bylaw_references')
    .innerJoin('motions', 'motions.id', 'bylaw_references.motion_id')
    .select(({ ref }) => [
      ref('bylaw_references.bylaw_id').$notNull().as('bylaw_id'),
      ref('motions.matter_id').$notNull().as('matter_id'),
    ])
    .where(({ ref }) => isOfBylaw(ref('bylaw_references.bylaw_id').$notNull()))
  return db
    .selectFrom(led.union(named).as('ways'))
    .innerJoin('actions', 'actions.matter_id', 'ways.matter_id')
    .select(['ways.bylaw_id', 'actions.id', 'actions.date', 'actions.position'])
    .select(['actions.description', 'actions.classification', 'actions.result'])
    .where(({ eb, fn, or, ref }) =>
      or([
        eb('actions.classification', 'like', '%veto%'),
        eb('actions.classification', 'like', '%became-law%'),
        // Veto and véto.
        ...['%v_to%', '%overr%', '%outre%', '%disappr%'].map((part) =>
          eb(fn<string>('lower', [ref('actions.description')]), 'like', part),
        ),
      ]),
    )
}
