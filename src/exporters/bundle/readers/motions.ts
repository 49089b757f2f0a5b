import type { MotionKind, VotePart } from '../../../importers/records/motions.ts'
import { identityOf, type KindReader, partsOf, recordRows } from './reader.ts'

export const motionReader: KindReader = {
  kind: 'motion',
  async records(db, ids) {
    const bylaws = await partsOf(db, 'bylaw_references', 'motion_id', ids)
    const votes = await partsOf(db, 'votes', 'motion_id', ids)
    const candidates = await partsOf(db, 'candidates', 'motion_id', ids)
    const rows = await recordRows(db, 'motion', ids)
    return rows.map((row) => ({
      ...identityOf('motion', row),
      meeting_key: row.meeting_key,
      agenda_item_key: row.agenda_item_key,
      matter_key: row.matter_key,
      bylaw_keys: bylaws(row.id).flatMap(({ bylaw_key }) => bylaw_key ?? []),
      organization_key: row.organization_key,
      position: row.position,
      date: row.stated_date,
      identifier: row.identifier,
      motion_kind: row.kind as MotionKind | null,
      text: row.text,
      superseded_text: row.superseded_text,
      summary: row.summary,
      plain_english_summary: row.plain_english_summary,
      result: row.result,
      mover_key: row.mover_key,
      mover_name: row.mover_name,
      seconder_key: row.seconder_key,
      seconder_name: row.seconder_name,
      // Always written: an absent tally would be counted from the votes.
      tally: {
        for: row.tally_for,
        against: row.tally_against,
        abstain: row.tally_abstain,
        absent: row.tally_absent,
      },
      votes: votes(row.id).map(({ person_name, value, reason, candidate, person_key }) => ({
        name: person_name,
        value: value as VotePart['value'],
        reason,
        candidate,
        person_key,
      })),
      candidates: candidates(row.id).map(({ person_name, elected, ...candidate }) => ({
        person_key: candidate.person_key,
        name: person_name,
        votes: candidate.votes,
        elected: elected === null ? null : elected === 1,
      })),
    }))
  },
}
