import { expressionBuilder } from 'kysely'
import { type JsonRows, jsonRows } from '../../../store/json-rows.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import type { Tables } from '../../../store/tables.ts'

/** The motion that decided an item last. */
export interface LastMotion {
  slug: string
  result: string
  date: string
  /** Whether another motion on the same day had another result; their order is not known. */
  is_disputed: boolean | number
}

/** The last motion with a result on the matter of a motion, or else on its agenda item, as a list of at most one. */
export function lastMotions(db: Pick<ReadDatabase, 'getExecutor'>) {
  const { case: choose } = expressionBuilder<Tables, 'motions'>()
  return choose()
    .when('motions.matter_id', 'is', null)
    .then(jsonRows(db, lastOn('agenda_item_id'), 1))
    .else(jsonRows(db, lastOn('matter_id'), 1))
    .end()
    .$castTo<JsonRows<LastMotion>>()
}

function lastOn(subject: 'matter_id' | 'agenda_item_id') {
  const { selectFrom } = expressionBuilder<Tables, 'motions'>()
  const ofSubject = selectFrom('motions as last')
    .select(['last.slug', 'last.result', 'last.date'])
    .select(({ exists, selectFrom: from }) =>
      exists(
        from('motions as rivals')
          .select('rivals.id')
          .whereRef(`rivals.${subject}`, '=', `last.${subject}`)
          .whereRef('rivals.date', '=', 'last.date')
          .whereRef('rivals.result_folded', '!=', 'last.result_folded')
          .where('rivals.kind', '=', 'motion')
          .where('rivals.removed_at', 'is', null),
      ).as('is_disputed'),
    )
    .whereRef(`last.${subject}`, '=', `motions.${subject}`)
    .whereRef('last.date', '>=', 'motions.date')
    .where('last.kind', '=', 'motion')
    .where('last.result_folded', 'is not', null)
    .where('last.removed_at', 'is', null)
  // All motions on an agenda item have the date of its meeting; their index has no dates.
  const inOrder = subject === 'matter_id' ? ofSubject.orderBy('last.date', 'desc') : ofSubject
  return inOrder.orderBy('last.id', 'desc')
}
