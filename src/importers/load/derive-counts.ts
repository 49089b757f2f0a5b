import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { LoadScope } from './scope.ts'

type CountScope = Pick<LoadScope, 'db' | 'target'>

/** Sets how much the record contains, and the languages of its documents. */
export async function deriveCounts(scope: CountScope): Promise<void> {
  await countRecords(scope)
  await listLanguages(scope)
}

async function countRecords({ db, target }: CountScope): Promise<void> {
  const of = (table: 'meetings' | 'motions' | 'matters' | 'bylaws' | 'people') =>
    db
      // The columns read here are the same in all tables.
      .selectFrom(table as 'meetings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('municipality_id', '=', target.id)
  const meetings = db.selectFrom('meetings').where('municipality_id', '=', target.id)
  const namedMotions = db
    .selectFrom('motions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('municipality_id', '=', target.id)
    .where('has_votes', '=', 1)
  await db
    .updateTable('municipalities')
    .set({
      meeting_count: of('meetings'),
      motion_count: of('motions'),
      matter_count: of('matters'),
      bylaw_count: of('bylaws'),
      person_count: of('people'),
      vote_count: db
        .selectFrom('motions')
        .innerJoin('votes', 'votes.motion_id', 'motions.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('motions.municipality_id', '=', target.id),
      recorded_vote_count: namedMotions.where(hasFullVote),
      partial_vote_count: namedMotions
        .where((eb) => eb.not(hasFullVote(eb)))
        .where((eb) => eb(votesOf(eb).where('votes.value', 'in', ['For', 'Against']), '>', 0)),
      first_meeting: meetings.select(({ fn }) => fn.min('date').as('date')),
      last_meeting: meetings.select(({ fn }) => fn.max('date').as('date')),
    })
    .where('id', '=', target.id)
    .execute()
}

type MotionExpressions = ExpressionBuilder<Tables, 'motions'>

const votesOf = ({ selectFrom }: Pick<MotionExpressions, 'selectFrom'>) =>
  selectFrom('votes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('votes.motion_id', '=', 'motions.id')

/** Whether the votes of all are on record by name: those of a ballot, or as many on each side as were counted. */
function hasFullVote(eb: MotionExpressions) {
  const isNamed = (tally: 'tally_for' | 'tally_against', value: string) =>
    eb.and([
      eb(tally, 'is not', null),
      eb(tally, '<=', votesOf(eb).where('votes.value', '=', value)),
    ])
  return eb.or([
    eb(votesOf(eb).where('votes.candidate', 'is not', null), '>', 0),
    eb.and([isNamed('tally_for', 'For'), isNamed('tally_against', 'Against')]),
  ])
}

async function listLanguages({ db, target }: CountScope): Promise<void> {
  const of = <T extends 'meetings' | 'matters' | 'bylaws' | 'agenda_items'>(
    table: T,
    owner: string,
  ) =>
    db
      .selectFrom(`${table} as owners` as 'meetings as owners')
      .innerJoin('documents', `documents.${owner}` as 'documents.meeting_id', 'owners.id')
      .select('documents.language')
      .where('owners.municipality_id', '=', target.id)
      .where('documents.language', 'is not', null)
  const rows = await of('meetings', 'meeting_id')
    .union(of('matters', 'matter_id'))
    .union(of('bylaws', 'bylaw_id'))
    .union(of('agenda_items', 'agenda_item_id'))
    .orderBy('language')
    .execute()
  await db
    .updateTable('municipalities')
    .set({ languages: JSON.stringify(rows.map(({ language }) => language)) })
    .where('id', '=', target.id)
    .execute()
}
