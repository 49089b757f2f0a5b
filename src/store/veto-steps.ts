import { type Expression, type ExpressionBuilder, expressionBuilder, type Kysely } from 'kysely'
import { dialectOf } from './dialect/engines.ts'
import type { Tables } from './tables.ts'

/** The steps of the matters that led to by-laws, and of the motions that name them, whose words may speak of a veto. */
export function vetoStepsOf(
  db: Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>,
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
    .where(maySpeakOfVeto)
}

/** More than a matter with a veto has. */
export const vetoStepsMax = 200

/** The steps of a matter of which one may speak of a veto, in any order. */
export function stepsOfVetoed(matterId: Expression<number>) {
  return expressionBuilder<Tables>()
    .selectFrom('actions as steps')
    .leftJoin('motions', 'motions.id', 'steps.motion_id')
    .select(['steps.id', 'steps.date', 'steps.position', 'steps.description'])
    .select(['steps.classification', 'steps.result', 'steps.text', 'motions.slug as motion_slug'])
    .where('steps.matter_id', '=', matterId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('actions')
          .select('actions.id')
          .where('actions.matter_id', '=', matterId)
          .where(maySpeakOfVeto),
      ),
    )
}

export function maySpeakOfVeto({ eb, fn, or, ref }: ExpressionBuilder<Tables, 'actions'>) {
  return or([
    eb('actions.classification', 'like', '%veto%'),
    eb('actions.classification', 'like', '%became-law%'),
    // Veto and véto.
    ...['%v_to%', '%overr%', '%outre%', '%disappr%'].map((part) =>
      eb(fn<string>('lower', [ref('actions.description')]), 'like', part),
    ),
  ])
}
