import { expressionBuilder } from 'kysely'
import type { VotedMotion } from '../core/headings/outcome.ts'
import { puttingOff } from '../core/headings/question.ts'
import type { Flag } from '../record/field.ts'
import { type JsonRows, jsonRows } from './json-rows.ts'
import type { ReadDatabase } from './open.ts'
import type { Tables } from './tables.ts'

/** The motion that decided an item last. */
export interface LastMotion extends VotedMotion {
  slug: string
  result: string
  date: string
  identifier: string | null
  /** Whether the same body decided it, and whether that is the council. */
  is_same_body: boolean | number | null
  is_council: boolean | number | null
  /** Whether another motion on the same day had another result; their order is not known. */
  is_disputed: boolean | number
  is_on_part: Flag
  vetoes: string | null
}

/**
 * What the council first decided on the matter of a motion of its committee, else the whole of the item of an amendment,
 * else the main motion of the last day with a result on the matter, or the last one on the item: a list of at most one.
 */
export function lastMotions(db: Pick<ReadDatabase, 'getExecutor'>) {
  const { case: choose, fn, val } = expressionBuilder<Tables, 'motions'>()
  return choose()
    .when('motions.matter_id', 'is', null)
    .then(jsonRows(db, lastOnItem))
    .else(
      fn.coalesce(
        fn<string>('nullif', [jsonRows(db, councilDecision, 1), val('[]')]),
        fn<string>('nullif', [jsonRows(db, wholeOnItem), val('[]')]),
        jsonRows(db, lastOnMatter, 1),
      ),
    )
    .end()
    .$castTo<JsonRows<LastMotion>>()
}

const { selectFrom } = expressionBuilder<Tables, 'motions'>()

const mainOnMatter = withRivals('matter_id')
  .whereRef('last.matter_id', '=', 'motions.matter_id')
  .where('last.kind', '=', 'motion')
  .where('last.result_folded', 'is not', null)

/** What a council first decided on what its committee recommends, and did not put off. */
const councilDecision = mainOnMatter
  .where(classificationOf('motions.decided_by_id'), '!=', 'council')
  .where(classificationOf('last.decided_by_id' as 'motions.decided_by_id'), '=', 'council')
  .where(({ eb, or }) =>
    or([eb('last.question', 'is', null), eb('last.question', 'not in', puttingOff)]),
  )
  .orderBy('last.date')
  .orderBy('last.id')

const lastOnMatter = mainOnMatter
  .orderBy('last.date', 'desc')
  // Of the council rather than of its committee; thanks and directions follow what they depend on.
  .orderBy('is_council', (order) => order.desc().nullsLast())
  .orderBy('last.id')

// Motions on an agenda item are of one meeting, in order of ids. For a plain maximum, PostgreSQL could read all motions.
const lastOnItem = withRivals('agenda_item_id').where('last.id', '=', ({ lit }) =>
  selectFrom('motions as others')
    .select(({ fn, eb }) => fn.max(eb('others.id', '+', lit(0))).as('id'))
    .whereRef('others.agenda_item_id', '=', 'motions.agenda_item_id')
    .where('others.kind', '=', 'motion')
    .where('others.result_folded', 'is not', null),
)

/** What an amendment or a procedural motion was on: the whole of its own item, not a later decision on the same matter. */
const wholeOnItem = lastOnItem.where('motions.kind', '!=', 'motion')

function classificationOf(body: 'motions.decided_by_id') {
  return selectFrom('organizations as bodies')
    .select('bodies.classification')
    .whereRef('bodies.id', '=', body)
}

function withRivals(subject: 'matter_id' | 'agenda_item_id') {
  return selectFrom('motions as last')
    .select(['last.slug', 'last.result', 'last.date', 'last.is_on_part', 'last.kind'])
    .select(['last.identifier', 'last.title', 'last.title_from', 'last.question'])
    .select(['last.result_note', 'last.tally_for', 'last.tally_against', 'last.vetoes'])
    .select(['last.tally_weighted_for', 'last.tally_weighted_against', 'last.vote_basis'])
    .select(({ eb, ref }) => [
      eb('last.decided_by_id', '=', ref('motions.decided_by_id')).as('is_same_body'),
      eb(classificationOf('last.decided_by_id' as 'motions.decided_by_id'), '=', 'council').as(
        'is_council',
      ),
    ])
    .select(({ exists }) =>
      exists(
        selectFrom('motions as rivals')
          .select('rivals.id')
          .whereRef(`rivals.${subject}`, '=', `last.${subject}` as 'motions.matter_id')
          .whereRef('rivals.date', '=', 'last.date' as 'motions.date')
          .where(({ fn, eb }) =>
            eb(
              fn.coalesce('rivals.outcome', 'rivals.result_folded'),
              '!=',
              fn.coalesce(
                'last.outcome' as 'rivals.outcome',
                'last.result_folded' as 'rivals.outcome',
              ),
            ),
          )
          .where('rivals.kind', '=', 'motion')
          // Another body may decide otherwise: the council is not bound by its committee.
          .where(({ eb, ref }) =>
            eb(
              'rivals.decided_by_id',
              'is not distinct from',
              ref('last.decided_by_id' as 'rivals.decided_by_id'),
            ),
          ),
      ).as('is_disputed'),
    )
    .whereRef('last.date', '>=', 'motions.date')
}
