import { toSession, toSources } from '../_shared/ocd.represent.ts'
import type { VoteEventDetailRows, VoteEventRow } from './queries.ts'
import type { OcdVote, OcdVoteDetail } from './schema.ts'

// Results that Open Civic Data calls pass. Results that are neither pass nor fail are null.
const passing = new Set([
  'carried',
  'carried as amended',
  'adopted',
  'approved',
  'passed',
  'received',
])

const options: Record<string, string> = {
  For: 'yes',
  Against: 'no',
  Abstain: 'abstain',
  Absent: 'absent',
  Recused: 'excused',
  Other: 'other',
}

export function toOcdVote(row: VoteEventRow): OcdVote {
  return {
    id: row.ocd_id,
    identifier: row.identifier ?? '',
    motion_text: row.text ?? row.summary ?? '',
    motion_classification: [],
    start_date: row.date,
    result: toResult(row.result),
    organization_id: row.organization_ocd_id,
    legislative_session: toSession(row.date),
    bill_id: row.matter_ocd_id,
    extras: { result: row.result },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function toOcdVoteDetail(
  { motion, votes }: VoteEventDetailRows,
  { url }: { url: string | null },
): OcdVoteDetail {
  return {
    organization:
      motion.organization_ocd_id === null || motion.organization_name === null
        ? null
        : { id: motion.organization_ocd_id, name: motion.organization_name },
    bill:
      motion.matter_ocd_id === null || motion.matter_title === null
        ? null
        : {
            id: motion.matter_ocd_id,
            identifier: motion.matter_identifier ?? '',
            title: motion.matter_title,
          },
    event_id: motion.meeting_ocd_id,
    counts: toCounts(motion, votes),
    votes: votes.map((vote) => ({
      option: options[vote.vote_value] ?? 'other',
      voter_name: vote.person_name,
      voter_id: vote.person_ocd_id,
      note: vote.reason ?? '',
    })),
    sources: toSources(motion.source_url, motion.meeting_source_url, url),
    ...toOcdVote(motion),
  }
}

function toResult(result: string | null): 'pass' | 'fail' | null {
  const word = result?.toLowerCase() ?? ''
  if (passing.has(word)) return 'pass'
  return word === 'defeated' ? 'fail' : null
}

// A tally has four options; excused and other are only known from individual votes.
function toCounts(motion: VoteEventDetailRows['motion'], votes: VoteEventDetailRows['votes']) {
  const named = (value: string) => votes.filter((vote) => vote.vote_value === value).length || null
  const counts = [
    { option: 'yes', value: motion.tally_for },
    { option: 'no', value: motion.tally_against },
    { option: 'abstain', value: motion.tally_abstain },
    { option: 'absent', value: motion.tally_absent },
    { option: 'excused', value: named('Recused') },
    { option: 'other', value: named('Other') },
  ]
  return counts.flatMap(({ option, value }) => (value === null ? [] : [{ option, value }]))
}
