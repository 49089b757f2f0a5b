import { contradicts, isCarried, isDefeated } from '../../core/carried-results.ts'
import { foldCase, foldText } from '../../core/fold.ts'
import type { Flag } from '../../store/record-tables.ts'
import type { MotionRecord, VotePart } from '../records/motions.ts'
import { flag, type PartRow } from './part-rows.ts'
import type { Row, Rows } from './references.ts'
import type { LoadTarget } from './scope.ts'

/** The votes on a motion, with what they repeat as far as it is known; `deriveVotes` corrects the rest. */
export function* voteRows(
  { id }: Row,
  record: MotionRecord,
  { rows, target }: { rows: Rows; target: LoadTarget },
): Generator<PartRow> {
  const { result, meeting_key, matter_key, organization_key } = record
  const meeting = rows.find('meeting', meeting_key)
  const ofMotion = {
    municipality_id: target.id,
    date: meeting?.date ?? record.date ?? '',
    meeting_id: meeting?.id ?? null,
    matter_id: rows.idOf('matter', matter_key),
    decided_by_id: rows.idOf('organization', organization_key) ?? meeting?.organization_id ?? null,
    result_folded: result ? foldCase(result) : null,
    kind: record.motion_kind ?? null,
    contested: contestedFlag(record),
  }
  const seen = new Set<string>()
  for (const vote of record.votes ?? []) {
    const person = rows.find('person', vote.person_key)
    const row = {
      motion_id: id,
      person_key: vote.person_key ?? null,
      person_id: person?.id ?? null,
      person_name: vote.name,
      name_folded: person?.name_folded ?? foldText(vote.name),
      value: vote.value,
      reason: vote.reason ?? null,
      candidate: vote.candidate ?? null,
      is_first: flag(!seen.has(vote.value)),
      dissent: dissentFlag(vote.value, record),
      ...ofMotion,
    }
    seen.add(vote.value)
    yield ['votes', row]
  }
}

/** Named dissents count without a roll call. Where votes and result contradict, there is no losing side. */
function dissentFlag(value: VotePart['value'], { result, tally }: MotionRecord): Flag | null {
  if ((value !== 'For' && value !== 'Against') || contradicts(result, tally)) return null
  if (isCarried(result)) return flag(value === 'Against')
  return isDefeated(result) ? flag(value === 'For') : null
}

// Named dissents alone say nothing of votes for.
export function contestedFlag({ tally, votes = [] }: MotionRecord): Flag | null {
  const was = (value: 'For' | 'Against', count: number | null | undefined) =>
    (count ?? 0) > 0 || votes.some((vote) => vote.value === value)
  if (was('For', tally?.for) && was('Against', tally?.against)) return 1
  return tally?.for == null || tally.against == null ? null : 0
}
