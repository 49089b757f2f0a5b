import { expressionBuilder } from 'kysely'
import { partsMax } from '../../core/parts-max.ts'
import { byIdsQuery } from '../../resources/_shared/queries.ts'
import {
  fromMotionsWithItems,
  motionItemColumns,
  motionVotes,
} from '../../resources/motions/queries.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'

/** What a list says of each motion. */
export const listMotionLinesByIds = byIdsQuery('motions.id', selectLines)

export type MotionLine = Awaited<ReturnType<typeof listMotionLinesByIds>>[number]

const listVotedLinesByIds = byIdsQuery('motions.id', (db) =>
  selectLines(db).select(jsonRows(db, motionVotes, partsMax).as('votes')),
)

/** The same with the votes of people; one statement. */
export async function listMotionsWithVotes(db: ReadDatabase, ids: readonly number[]) {
  const rows = await listVotedLinesByIds(db, { ids })
  return rows.map(({ votes, ...line }) => ({ ...line, votes: parseRows(votes) }))
}

export type MotionWithVotes = Awaited<ReturnType<typeof listMotionsWithVotes>>[number]

function namedVotes() {
  return expressionBuilder<Tables, 'motions'>()
    .selectFrom('votes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('votes.motion_id', '=', 'motions.id')
}

function selectLines(db: ReadDatabase) {
  return fromMotionsWithItems(db)
    .leftJoin('organizations as deciders', (join) =>
      join.onRef('deciders.id', '=', 'motions.decided_by_id').on('deciders.removed_at', 'is', null),
    )
    .select(motionItemColumns)
    .select(['motions.identifier', 'motions.tally_for', 'motions.tally_against'])
    .select(['meetings.title as meeting_title', 'meetings.status as meeting_status'])
    .select(['meetings.has_minutes', 'deciders.name as organization'])
    .select(['agenda_items.title as agenda_item_title', 'matters.title as matter_title'])
    .select([
      namedVotes().as('named'),
      namedVotes().where('value', '=', 'Against').as('named_against'),
    ])
}
