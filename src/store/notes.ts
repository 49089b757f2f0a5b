import { type AliasableExpression, type ExpressionBuilder, expressionBuilder } from 'kysely'
import { castVotes } from '../core/cast-votes.ts'
import { withheldMark } from '../core/passages.ts'
import type { Subquery } from './dialect/dialect.ts'
import type { ReadDatabase } from './open.ts'
import type { Tables } from './tables.ts'

/** What two statements of a record contradict in each other, or leave open. */
export const noteKinds = [
  'counts_differ',
  'weights_differ',
  'result_missing',
  'moved_and_seconded',
  'voted_while_absent',
  'same_name',
  'number_twice',
  'not_linked',
] as const
export type NoteKind = (typeof noteKinds)[number]

/** A record that something is noted of; it has the fields of its kind. */
export interface Note {
  id: number
  /** Of the motion; empty for a person, and if unknown. */
  date: string
  motion_id?: number | undefined
  motion?: string | undefined
  /** The printed counts, and the votes by name; of weights, their sums. */
  counted_for?: number | null | undefined
  counted_against?: number | null | undefined
  named_for?: number | string | null | undefined
  named_against?: number | string | null | undefined
  vote?: string | undefined
  person?: string | null | undefined
  person_slug?: string | null | undefined
  /** Another person of the same name. */
  other_slug?: string | undefined
  /** The number and the slug of a decision of the mayor, and what it names that was not found. */
  number?: string | null | undefined
  decision?: string | undefined
  named?: string | null | undefined
}

type Notes = Subquery<Note> & AliasableExpression<Note>

const notes: Readonly<Record<NoteKind, (municipalityId: number) => Notes>> = {
  counts_differ: (municipalityId) =>
    motionsOf(municipalityId)
      .select(['motions.tally_for as counted_for', 'motions.tally_against as counted_against'])
      .select([named('For').as('named_for'), named('Against').as('named_against')])
      .where('motions.has_votes', '=', 1)
      .where(hasOtherCounts),
  weights_differ: (municipalityId) =>
    motionsOf(municipalityId)
      .select('motions.tally_weighted_for as counted_for')
      .select('motions.tally_weighted_against as counted_against')
      .select([weights('For').as('named_for'), weights('Against').as('named_against')])
      .where('motions.has_odd_weights', '=', 1),
  result_missing: (municipalityId) =>
    motionsOf(municipalityId)
      .where('motions.has_votes', '=', 1)
      .where('motions.result', 'is', null)
      .where(({ eb }) => eb(candidateVotes(), '=', 0)),
  moved_and_seconded: (municipalityId) =>
    motionsOf(municipalityId)
      // One name can be that of two people.
      .innerJoin('people', 'people.id', 'motions.mover_id')
      .select(['people.name as person', 'people.slug as person_slug'])
      .whereRef('motions.mover_id', '=', 'motions.seconder_id'),
  voted_while_absent: selectVotesWhileAbsent,
  same_name: selectSameNames,
  number_twice: (municipalityId) =>
    decisionsOf(municipalityId).where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mayoral_decisions as other')
          .select('other.id')
          .whereRef('other.municipality_id', '=', 'mayoral_decisions.municipality_id')
          .whereRef('other.number_key', '=', 'mayoral_decisions.number_key')
          .whereRef('other.id', '!=', 'mayoral_decisions.id'),
      ),
    ),
  not_linked: (municipalityId) =>
    decisionsOf(municipalityId)
      .select(({ fn }) => fn.coalesce(unlinkedBylaw, unlinkedMotion).as('named'))
      .where(({ or }) =>
        or(
          [unlinkedBylaw, unlinkedMotion].map((named) =>
            expressionBuilder()(named, 'is not', null),
          ),
        ),
      ),
}

/** The notes of one kind of a council, the newest first. */
export function selectNotes(
  db: ReadDatabase,
  { kind, municipalityId }: { kind: NoteKind; municipalityId: number },
  { after, limit }: { after?: { date: string; id: number } | undefined; limit: number },
) {
  return db
    .selectFrom(notes[kind](municipalityId).as('note'))
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('note.date', 'note.id'), '<', tuple(after?.date ?? '', after?.id ?? 0)),
      ),
    )
    .orderBy('note.date', 'desc')
    .orderBy('note.id', 'desc')
    .limit(({ lit }) => lit(limit))
}

/** How many notes of each kind a council has; one statement for each. */
export async function countNotes(
  db: ReadDatabase,
  municipalityId: number,
): Promise<Record<NoteKind, number>> {
  const counts = {} as Record<NoteKind, number>
  for (const kind of noteKinds) {
    const { count } = await db
      .selectFrom(notes[kind](municipalityId).as('note'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[kind] = Number(count)
  }
  return counts
}

function decisionsOf(municipalityId: number) {
  return expressionBuilder<Tables, never>()
    .selectFrom('mayoral_decisions')
    .select(['mayoral_decisions.id', 'mayoral_decisions.date', 'mayoral_decisions.number'])
    .select('mayoral_decisions.slug as decision')
    .where('mayoral_decisions.municipality_id', '=', municipalityId)
}

/** The number of a by-law or of a motion that the record does not have once. */
const unlinked = (link: 'linked_bylaw_id' | 'linked_motion_id', number: DecisionNumber) => {
  const eb = expressionBuilder<Tables, 'mayoral_decisions'>()
  return eb
    .case()
    .when(`mayoral_decisions.${link}`, 'is', null)
    .then(eb.ref(`mayoral_decisions.${number}`))
    .end()
}
type DecisionNumber = 'bylaw_number' | 'override_motion_number'
const unlinkedBylaw = unlinked('linked_bylaw_id', 'bylaw_number')
const unlinkedMotion = unlinked('linked_motion_id', 'override_motion_number')

function motionsOf(municipalityId: number) {
  return expressionBuilder<Tables, never>()
    .selectFrom('motions')
    .select(['motions.id', 'motions.date', 'motions.id as motion_id', 'motions.slug as motion'])
    .where('motions.municipality_id', '=', municipalityId)
}

function votesOfMotion() {
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('votes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('votes.motion_id', '=', 'motions.id')
}

const named = (value: 'For' | 'Against') => votesOfMotion().where('votes.value', '=', value)

const weights = (value: 'For' | 'Against') =>
  expressionBuilder<Tables, 'motions'>()
    .selectFrom('votes')
    .select(({ fn }) => fn.sum<number | null>('votes.weight').as('sum'))
    .whereRef('votes.motion_id', '=', 'motions.id')
    .where('votes.value', '=', value)

const candidateVotes = () => votesOfMotion().where('votes.candidate', 'is not', null)

/** Without a vote for by name, the names may be those of the dissents alone. */
function hasOtherCounts({ eb, or, and }: ExpressionBuilder<Tables, 'motions'>) {
  const isOther = (tally: 'tally_for' | 'tally_against', value: 'For' | 'Against') =>
    and([
      eb(`motions.${tally}`, 'is not', null),
      or([
        eb(named(value), '>', eb.ref(`motions.${tally}`)),
        // A second vote of a chair is counted, but not listed again.
        eb(eb(named(value), '+', eb.ref('motions.extra_votes')), '<', eb.ref(`motions.${tally}`)),
      ]),
    ])
  return and([
    // No one can count votes by names whose weights are only in words.
    eb('motions.extra_votes', 'is not', null),
    or([isOther('tally_for', 'For'), isOther('tally_against', 'Against')]),
    or([
      eb(named('For'), '>', 0),
      and([eb(named('Against'), '>', 0), isOther('tally_against', 'Against')]),
    ]),
    eb(candidateVotes(), '=', 0),
  ])
}

/** On the day of the meeting: the attendance of a sitting of several days may be that of the first. */
function selectVotesWhileAbsent(municipalityId: number) {
  return expressionBuilder<Tables, never>()
    .selectFrom('meetings')
    .innerJoin('attendance', 'attendance.meeting_id', 'meetings.id')
    .innerJoin('votes', (join) =>
      join
        .onRef('votes.person_id', '=', 'attendance.person_id')
        .onRef('votes.date', '=', 'meetings.date')
        .onRef('votes.meeting_id', '=', 'meetings.id'),
    )
    .innerJoin('motions', 'motions.id', 'votes.motion_id')
    .innerJoin('people', 'people.id', 'votes.person_id')
    .select(['votes.id', 'votes.date', 'votes.motion_id', 'motions.slug as motion'])
    .select(['votes.value as vote', 'people.name as person', 'people.slug as person_slug'])
    .where('meetings.municipality_id', '=', municipalityId)
    .where('attendance.present', '=', 0)
    .where('votes.value', 'in', castVotes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance as other')
            .select('other.id')
            .whereRef('other.meeting_id', '=', 'meetings.id')
            .whereRef('other.person_id', '=', 'votes.person_id')
            .where(({ or, eb, ref }) =>
              // Once for a person who is listed twice.
              or([eb('other.present', '=', 1), eb('other.id', '<', ref('attendance.id'))]),
            ),
        ),
      ),
    )
}

/** The second and later people of a name, each with the first. */
function selectSameNames(municipalityId: number) {
  const first = expressionBuilder<Tables, 'people'>()
    .selectFrom('people as same')
    .select(({ fn }) => fn.min('same.id').as('id'))
    .whereRef('same.municipality_id', '=', 'people.municipality_id')
    .whereRef('same.name_folded', '=', 'people.name_folded')
  return (
    expressionBuilder<Tables, never>()
      .selectFrom('people')
      .innerJoin('people as first', (join) =>
        join.on(({ eb }) => eb('first.id', '=', first)).onRef('first.id', '!=', 'people.id'),
      )
      .select(({ cast, val }) => ['people.id', cast<string>(val(''), 'varchar(10)').as('date')])
      .select(['people.name as person', 'people.slug as person_slug', 'first.slug as other_slug'])
      .where('people.municipality_id', '=', municipalityId)
      // Two names that were taken down are not the same one.
      .where('people.name', '!=', withheldMark)
  )
}
