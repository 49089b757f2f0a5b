import { type Expression, expressionBuilder } from 'kysely'
import { namingColumns, votedColumns } from './motion-columns.ts'
import type { Tables } from './tables.ts'

/** Decisions, newest first: no amendments and no procedure. */
export function selectDecisions() {
  return expressionBuilder<Tables, 'matters' | 'bylaws'>()
    .selectFrom('motions')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select([...namingColumns, ...votedColumns])
    .select(['motions.slug', 'motions.date', 'motions.other_result'])
    .select(['organizations.name as body', 'organizations.classification as body_kind'])
    .where('motions.result', 'is not', null)
    .where(({ eb, or }) => or([eb('motions.kind', 'is', null), eb('motions.kind', '=', 'motion')]))
    .orderBy('motions.date', 'desc')
    .orderBy(({ eb }) => eb('motions.kind', 'is', null))
    .orderBy('motions.id', 'desc')
    .limit(({ lit }) => lit(decisionsMax))
}

/** More than one day has for one record. */
const decisionsMax = 8

/** Those of a matter that may have been the last: of the council first, and those whose day is unknown. */
export function decisionsOnMatter(matterId: Expression<number | null>) {
  return selectDecisions()
    .clearOrderBy()
    .where('motions.matter_id', '=', matterId)
    .orderBy(
      ({ eb, fn, lit }) =>
        fn.coalesce(eb('organizations.classification', '=', 'council'), lit(false)),
      'desc',
    )
    .orderBy(({ eb }) => eb('motions.date', '=', ''), 'desc')
    .orderBy('motions.date', 'desc')
    .orderBy('motions.id', 'desc')
}
