import type { VotePart } from '../../../importers/records.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import { byOwner, identityOf, itemKeyOf, type KindReader, keyOf } from './reader.ts'

export const motionReader: KindReader = {
  kind: 'motion',
  table: 'motions',
  async records(db, ids) {
    const votes = byOwner(await findVotes(db, ids))
    const rows = await findMotions(db, ids)
    return rows.map((row) => ({
      ...identityOf('motion', row),
      meeting_key: row.meeting_key,
      agenda_item_key: row.agenda_item_key,
      matter_key: row.matter_key,
      organization_key: row.organization_key,
      position: row.position,
      date: row.stated_date,
      identifier: row.identifier,
      text: row.text,
      summary: row.summary,
      plain_english_summary: row.plain_english_summary,
      result: row.result,
      mover_key: row.mover_key,
      mover_name: row.mover_name,
      seconder_key: row.seconder_key,
      seconder_name: row.seconder_name,
      // Always said: without one, it would be counted from the votes.
      tally: {
        for: row.tally_for,
        against: row.tally_against,
        abstain: row.tally_abstain,
        absent: row.tally_absent,
      },
      votes: votes(row.id).map((vote) => ({ ...vote, value: vote.value as VotePart['value'] })),
    }))
  },
}

function findMotions(db: ReadDatabase, ids: readonly number[]) {
  return db
    .selectFrom('motions')
    .selectAll('motions')
    .select([
      keyOf(db, 'meetings', 'motions.meeting_id').as('meeting_key'),
      itemKeyOf(db, 'motions.agenda_item_id').as('agenda_item_key'),
      keyOf(db, 'matters', 'motions.matter_id').as('matter_key'),
      keyOf(db, 'organizations', 'motions.organization_id').as('organization_key'),
      keyOf(db, 'people', 'motions.mover_id').as('mover_key'),
      keyOf(db, 'people', 'motions.seconder_id').as('seconder_key'),
    ])
    .where('motions.id', 'in', ids)
    .orderBy('motions.id')
    .execute()
}

function findVotes(db: ReadDatabase, motions: readonly number[]) {
  return db
    .selectFrom('votes')
    .select(['motion_id as owner', 'person_name as name', 'value', 'reason'])
    .select(keyOf(db, 'people', 'votes.person_id').as('person_key'))
    .where('motion_id', 'in', motions)
    .orderBy('votes.id')
    .execute()
}
