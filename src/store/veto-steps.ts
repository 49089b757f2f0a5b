import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Kysely,
  type SqlBool,
} from 'kysely'
import { dialectOf } from './dialect/engines.ts'
import type { Tables } from './tables.ts'

/** The steps of by-laws, of the matters that led to them, and of the motions that name them, whose words may speak of a veto. */
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
    .unionAll(
      db
        .selectFrom('veto_steps')
        .select(({ ref, lit }) => [ref('bylaw_id').$notNull().as('bylaw_id'), lit(0).as('id')])
        .select(['date', 'position', 'description', 'classification', 'result'])
        .where(({ ref }) => isOfBylaw(ref('bylaw_id').$notNull())),
    )
}

/** More than a matter with a veto has. */
export const vetoStepsMax = 200

/** Whether a step that follows from a decision of the mayor is of a matter, or of the by-law that came of it. */
export function isMayorStepOf(matterId: Expression<number>): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'veto_steps'>()
  const bylaw = eb
    .selectFrom('matters as led')
    .select('led.bylaw_id')
    .where('led.id', '=', matterId)
  return eb.or([eb('veto_steps.bylaw_id', '=', bylaw), eb('veto_steps.matter_id', '=', matterId)])
}

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
    .unionAll(
      expressionBuilder<Tables>()
        .selectFrom('veto_steps')
        .leftJoin('motions', 'motions.id', 'veto_steps.motion_id')
        .select(({ lit }) => lit(0).as('id'))
        .select(['veto_steps.date', 'veto_steps.position', 'veto_steps.description'])
        .select(['veto_steps.classification', 'veto_steps.result', 'veto_steps.text'])
        .select('motions.slug as motion_slug')
        .where(isMayorStepOf(matterId)),
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
