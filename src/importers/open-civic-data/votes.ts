import { voteBases } from '../../core/weighted-votes.ts'
import type { VotePart } from '../../record/motions.ts'
import { shortened } from '../kit/clean-text.ts'
import { toLocalTime } from '../kit/local-time.ts'
import { isGroup } from '../kit/name-shape.ts'
import { findVoteValue, isNotName, isVacantSeat, toResult, toVote } from '../kit/vocabulary.ts'
import type { SourceItem } from '../source.ts'
import type { Entry } from './entry.ts'
import { firstUrl } from './entry.ts'
import { sumsCheck, type Vote, weightsCheck } from './schema.ts'

const reasonMax = 200

export function* voteItems(vote: Vote, entry: Entry): Generator<SourceItem> {
  const event_key = entry.keyOf('event', '/event_id', vote.event_id)
  const slot = entry.mapping.agendaSlots.get(entry.key)
  const meeting_key = event_key ?? slot?.meetingKey ?? null
  yield entry.record({
    kind: 'motion',
    key: entry.key,
    source_url: firstUrl(vote.sources),
    meeting_key,
    agenda_item_key: slot !== undefined && slot.meetingKey === meeting_key ? slot.itemKey : null,
    matter_key: entry.keyOf('bill', '/bill', vote.bill_id, vote.bill),
    organization_key: entry.keyOf(
      'organization',
      '/organization',
      vote.organization_id,
      vote.organization,
    ),
    position: slot?.position ?? nextPosition(meeting_key, entry),
    date:
      toLocalTime(vote.start_date, entry.mapping.timeZone)?.date ??
      entry.day('start_date', vote.start_date),
    identifier: entry.line(vote.identifier),
    motion_kind: isAmendment(vote) ? 'amendment' : null,
    ...toWording(vote, entry),
    result: resultOf(vote, entry),
    ...withWeights(toBallot(vote, entry), vote, entry),
  })
}

/** With what Reeve says of weights, which Open Civic Data does not have. */
function withWeights<B extends ReturnType<typeof toBallot>>(
  ballot: B,
  { extras }: Vote,
  { mapping }: Entry,
) {
  if (!mapping.isReeve) return ballot
  const { vote_basis, weighted } = extras ?? {}
  const basis = voteBases.find((one) => one === vote_basis)
  const sums = sumsCheck.Check(weighted) ? weighted : null
  return {
    ...ballot,
    ...(basis !== undefined && { vote_basis: basis }),
    ...(sums !== null && { tally: { ...ballot.tally, weighted: sums } }),
  }
}

// Open Civic Data's other words, such as passage, say what the vote was on, not what kind of motion it was.
function isAmendment({ motion_classification: words }: Vote): boolean {
  return words?.length === 1 && words[0] === 'amendment-passage'
}

function nextPosition(meetingKey: string | null, { mapping }: Entry): number {
  const owner = meetingKey ?? ''
  const position = (mapping.voteCounts.get(owner) ?? 0) + 1
  mapping.voteCounts.set(owner, meetingKey === null ? 0 : position)
  return position
}

// Reeve fills an empty text with what the motion was about, and says so.
function toWording({ motion_text: words, extras }: Vote, entry: Entry) {
  const from = entry.mapping.isReeve ? extras?.motion_text_from : undefined
  if (from === undefined || from === 'text') return { text: entry.text(words) }
  return from === 'summary' ? { summary: entry.text(words) } : { text: null }
}

function resultOf({ result, extras }: Vote, entry: Entry): string | null {
  const word = typeof extras?.result === 'string' ? entry.line(extras.result) : null
  if (word !== null) return word
  return toResult(entry.line(result))
}

function toBallot(vote: Vote, entry: Entry) {
  if (vote.votes == null) return { tally: toTally(vote, [], entry), incomplete: true }
  const votes = toVotes(vote.votes, weightsOf(vote, entry), entry)
  return { tally: toTally(vote, votes, entry), votes }
}

// Reeve omits counts if only some votes are known, so the votes must not be counted here either.
function toTally({ counts }: Vote, votes: readonly VotePart[], { mapping }: Entry) {
  if (counts == null) return null
  const count = (...options: string[]) => {
    const found = counts.filter(({ option }) => options.includes(option))
    return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
  }
  // Some of the excused may be recused.
  const recused = votes.filter(({ value }) => value === 'Recused').length
  const away = count('absent', 'excused')
  const tally = {
    for: count('yes'),
    against: count('no'),
    abstain: count('abstain'),
    absent: mapping.isReeve ? count('absent') : away && Math.max(0, away - recused),
  }
  const isCounted = Object.values(tally).some((number) => number !== null)
  return isCounted || !mapping.isRaw ? tally : null
}

/** Weights in the order of the votes: of Popolo, or as Reeve says them, since a vote of Open Civic Data has none. */
function weightsOf({ votes, extras }: Vote, { mapping }: Entry): readonly (number | null)[] {
  if (mapping.isReeve && weightsCheck.Check(extras?.weights)) return extras.weights
  return (votes ?? []).map(({ weight }) => weight ?? null)
}

function toVotes(
  votes: NonNullable<Vote['votes']>,
  weights: readonly (number | null)[],
  entry: Entry,
): VotePart[] {
  return votes.flatMap((vote, index): VotePart[] => {
    const name = entry.line(vote.voter_name)
    if (name === null) return []
    const person_key = entry.keyOf('person', `/votes/${index}`, vote.voter_id, vote.voter)
    if (person_key === null && entry.mapping.isRaw && !isVacantSeat(name) && isNoOne(name)) {
      const reason = `"${shortened(name, 60)}" is not the name of a person; not recorded as a vote`
      entry.warn(`/votes/${index}/voter_name`, reason)
      return []
    }
    const { value, word } = readOption(vote, entry)
    const weight = weights[index] ?? null
    const reason = entry.line([word, vote.note].filter(Boolean).join(': '))
    return [
      {
        person_key,
        name,
        value,
        reason: reason === null ? null : shortened(reason, reasonMax),
        ...(weight !== null && { weight }),
      },
    ]
  })
}

// "Member 7" is one who is not named.
const isNoOne = (name: string) => isNotName(name) || (isGroup(name) && !/\D \d+$/.test(name))

// Excused means absent with leave, unless its note says that it is a recusal. Reeve writes Recused as excused, and the
// source's word for any other option into the note.
function readOption(
  { option, note }: { option: string; note?: string | null },
  { mapping }: Entry,
): { value: VotePart['value']; word: string | null } {
  if (mapping.isReeve && ['not voting', 'paired'].includes(option))
    return { value: 'Other', word: null }
  const isExcused = option.trim().toLowerCase() === 'excused'
  if (isExcused && (mapping.isReeve || findVoteValue(note ?? '') === 'Recused'))
    return { value: 'Recused', word: null }
  const { value, reason } = toVote(option)
  return { value, word: reason }
}
