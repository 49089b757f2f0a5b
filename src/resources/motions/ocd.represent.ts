import { outcomeOf } from '../../core/carried-results.ts'
import { nameOfMotion } from '../../core/headings/motion-title.ts'
import { toWeighted } from '../../core/weighted-votes.ts'
import { toSession, toSources } from '../_shared/ocd.represent.ts'
import type { OcdMunicipality } from '../_shared/ocd.routes.ts'
import type { VoteEventDetailRows, VoteEventRow } from './queries.ts'
import type { OcdVote, OcdVoteDetail } from './schema.ts'

const options: Record<string, string> = {
  For: 'yes',
  Against: 'no',
  Abstain: 'abstain',
  Absent: 'absent',
  Recused: 'excused',
  Other: 'other',
}

// Words of a source for an Other that has an option of its own.
const otherOptions = new Map([
  ...['non-voting', 'not voting', 'nonvoting', 'did not vote'].map(
    (word) => [word, 'not voting'] as const,
  ),
  ['paired', 'paired'],
])

// What a vote decides, by the step of the matter that it is.
const motionKinds: Record<string, string> = {
  passage: 'bill-passage',
  failure: 'bill-passage',
  'amendment-passage': 'amendment-passage',
  'amendment-failure': 'amendment-passage',
  'veto-override-passage': 'veto-override',
  'veto-override-failure': 'veto-override',
}

export function toOcdVote(row: VoteEventRow): OcdVote {
  const words = wordsOf(row)
  return {
    id: row.ocd_id,
    identifier: row.identifier ?? '',
    motion_text: words.text,
    motion_classification: classify(row),
    start_date: row.date,
    result: toResult(row.result),
    organization_id: row.organization_ocd_id ?? row.host_ocd_id,
    legislative_session: toSession(row.date),
    bill_id: row.matter_ocd_id,
    extras: {
      ...{ result: row.result, motion_text_from: words.from },
      ...{ vote_basis: row.vote_basis, weighted: toWeighted(row) },
    },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function toOcdVoteDetail(
  { motion, votes }: VoteEventDetailRows,
  { url, page }: OcdMunicipality,
): OcdVoteDetail {
  const vote = toOcdVote(motion)
  return {
    ...vote,
    extras: { ...vote.extras, weights: weightsOf(votes) },
    organization: organizationOf(motion),
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
      option: optionOf(vote),
      voter_name: vote.person_name,
      voter_id: vote.person_ocd_id,
      note: vote.reason ?? '',
    })),
    sources: toSources(motion.source_url, motion.meeting_source_url, url, motion.import_url, page),
  }
}

// Open Civic Data has no weight in a vote, and no extras there.
const weightsOf = (votes: VoteEventDetailRows['votes']) =>
  votes.some(({ weight }) => weight !== null) ? votes.map(({ weight }) => weight) : null

/** Open Civic Data requires a text. The title of the agenda item is none, because the motion may reject it. */
function wordsOf(row: VoteEventRow): {
  text: string
  from: OcdVote['extras']['motion_text_from']
} {
  if (row.text !== null) return { text: row.text, from: 'text' }
  if (row.summary !== null) return { text: row.summary, from: 'summary' }
  // Open Civic Data has no kinds of motions, so a copy would not have the same words.
  return { text: `${nameOfMotion({ ...row, kind: null })} (text not in the source)`, from: null }
}

function classify(row: VoteEventRow): string[] {
  const steps = JSON.parse(row.steps) as { classification: string }[]
  const words = steps.flatMap(({ classification }) => JSON.parse(classification) as string[])
  // A motion to disapprove that carried is not a passage: pass would say that the bill passed.
  const isPass = toResult(row.result) === 'pass'
  const kinds = words.flatMap((word) =>
    isPass && word.endsWith('failure') ? [] : (motionKinds[word] ?? []),
  )
  return [...new Set(row.kind === 'amendment' ? ['amendment-passage', ...kinds] : kinds)]
}

// A motion without a body of its own was put to the body that met.
function organizationOf(motion: VoteEventDetailRows['motion']) {
  const id = motion.organization_ocd_id ?? motion.host_ocd_id
  const name = motion.organization_name ?? motion.host_name
  return id === null || name === null ? null : { id, name }
}

function optionOf({ vote_value: value, reason }: VoteEventDetailRows['votes'][number]): string {
  const word = value === 'Other' ? otherOptions.get(reason?.trim().toLowerCase() ?? '') : undefined
  return word ?? options[value] ?? 'other'
}

// Open Civic Data has no word for a report that was received. Results that are neither pass nor fail are null.
function toResult(result: string | null): 'pass' | 'fail' | null {
  const outcome = outcomeOf(result)
  if (outcome === 'carried' || result?.toLowerCase() === 'received') return 'pass'
  return outcome === 'defeated' ? 'fail' : null
}

// A tally has four options; the others are only known from individual votes.
function toCounts(motion: VoteEventDetailRows['motion'], votes: VoteEventDetailRows['votes']) {
  const named = (option: string) => votes.filter((vote) => optionOf(vote) === option).length || null
  const counts = [
    { option: 'yes', value: motion.tally_for },
    { option: 'no', value: motion.tally_against },
    { option: 'abstain', value: motion.tally_abstain ?? named('abstain') },
    { option: 'absent', value: motion.tally_absent ?? named('absent') },
    ...['excused', 'not voting', 'paired', 'other'].map((option) => ({
      option,
      value: named(option),
    })),
  ]
  return counts.flatMap(({ option, value }) => (value === null ? [] : [{ option, value }]))
}
