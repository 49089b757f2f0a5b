import type { Static } from 'typebox'
import { isDefeated } from '../../core/carried-results.ts'
import { decidingWeights } from '../../core/weighted-votes.ts'
import { Int, NullableStr, Obj, Str } from '../../http/schema-types.ts'
import { partsOfName } from '../_shared/v1.represent.ts'
import type { VoteItemRow } from './queries.ts'
import { toVoteItem } from './v1.represent.ts'

/** The columns of "Members of Toronto City Council - Voting Record", as the City publishes them. */
export const TorontoVote = Obj('TorontoVote', "A vote in the layout of Toronto's table.", {
  _id: Int('Number of the vote, until it is imported again.', 1),
  Term: NullableStr('Always empty: the record has no terms.', null),
  'First Name': Str('The name without its last word, unless the record states the parts.', 'Dev'),
  'Last Name': Str('The last word of the name.', 'Rangarajan'),
  Committee: NullableStr('The organization that decided.', 'Town Council'),
  'Date/Time': NullableStr('The date of the meeting.', '2025-05-20'),
  'Agenda Item #': NullableStr('Number of the matter, or of the agenda item.', 'PL-102'),
  'Agenda Item Title': NullableStr('Title of the item.', 'Fourteen row houses at 212 Station Road'),
  'Motion Type': NullableStr('Kind of the motion.', 'motion'),
  Vote: Str('Yes, No, or the value as in `votes`.', 'Yes'),
  Result: NullableStr(
    'Outcome and counts, of weights where they decided; a defeated motion is lost.',
    'Carried, 9-2',
  ),
  'Vote Description': Str('What the motion does.', 'Pass By-law 4101'),
})
type TorontoVote = Static<typeof TorontoVote>

const words: Readonly<Record<string, string>> = { For: 'Yes', Against: 'No' }

export function toTorontoVote(row: VoteItemRow): TorontoVote {
  const vote = toVoteItem(row)
  const { motion } = row
  const [given, family] = partsOfName(row.vote, vote.person_name)
  return {
    _id: row.vote.id,
    Term: null,
    'First Name': given,
    'Last Name': family,
    Committee: vote.organization,
    'Date/Time': vote.meeting_date,
    'Agenda Item #': motion.matter_identifier ?? motion.item_number,
    'Agenda Item Title': vote.item_title,
    'Motion Type': motion.kind,
    Vote: words[vote.vote_value] ?? vote.vote_value,
    Result: resultOf(vote, motion),
    'Vote Description': vote.motion_text ?? vote.title,
  }
}

function resultOf(
  { result, for: inFavour, against }: ReturnType<typeof toVoteItem>,
  motion: VoteItemRow['motion'],
) {
  if (result === null) return null
  const word = isDefeated(result) ? 'Lost' : result
  const weights = decidingWeights(motion)
  if (weights !== null) return `${word}, ${weights.for}-${weights.against} (weighted)`
  return inFavour === null || against === null ? word : `${word}, ${inFavour}-${against}`
}
