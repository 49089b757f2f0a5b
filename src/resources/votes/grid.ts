import type { TSchema } from 'typebox'
import { ApiError } from '../../http/errors.ts'
import {
  NullableDate,
  NullableInt,
  NullableNum,
  NullableStr,
  Obj,
  Str,
} from '../../http/schema-types.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { votersMax } from '../../store/record-tables.ts'
import type { InMunicipality } from '../_shared/queries.ts'
import { VoteBasisField } from '../_shared/schema.ts'
import { countVotedMotions, listVoters, type VoteFilters, type VoteItemRow } from './queries.ts'
import { toVoteItem } from './v1.represent.ts'

/** The columns before those of people. */
const motionColumns = {
  meeting_date: NullableDate('Date of the meeting.', '2025-05-20'),
  motion_slug: Str('Slug of the motion.', 'motion-c-1201'),
  title: Str('What the motion does.', 'Pass By-law 4101'),
  item_title: NullableStr('What it is about.', 'Fourteen row houses at 212 Station Road'),
  organization: NullableStr('The organization that decided.', 'Town Council'),
  result: NullableStr('Outcome.', 'Carried'),
  for: NullableInt('Votes for.', 9),
  against: NullableInt('Votes against.', 2),
  url: Str('Its page.', 'https://reeve.example/lowmere/motions/motion-c-1201'),
  vote_basis: VoteBasisField,
  weighted_for: NullableNum('Sum of the weights for, where votes are weighted.', null),
  weighted_against: NullableNum('Sum of the weights against.', null),
}

/** The votes that match as a table with a line for each motion and a column for each person, by slug. */
export const voteGrid = {
  async columns(db: ReadDatabase, { municipalityId }: InMunicipality, filters: VoteFilters) {
    const voters = await listVoters(db, municipalityId, filters)
    if (voters.length > votersMax)
      throw new ApiError(
        'VALIDATION_ERROR',
        `The grid would have more than ${votersMax} people; filter by organization, meeting or date.`,
      )
    const names = voters.map(columnOf).sort()
    const people = names.map((name): [string, TSchema] => [name, NullableStr('Vote.', 'For')])
    return Obj('VoteGrid', 'Votes on a motion.', {
      ...motionColumns,
      ...Object.fromEntries(people),
    })
  },
  count: (db: ReadDatabase, { municipalityId }: InMunicipality, filters: VoteFilters) =>
    countVotedMotions(db, municipalityId, filters),
  group({ pages }: { pages: string }) {
    let votes: VoteItemRow[] = []
    return (rows: readonly VoteItemRow[], isLast: boolean) => {
      const lines: object[] = []
      for (const row of rows) {
        // The votes of a motion follow each other, but may be in two batches.
        if (votes.length > 0 && votes[0]?.vote.motion_id !== row.vote.motion_id) {
          lines.push(toLine(votes, pages))
          votes = []
        }
        votes.push(row)
      }
      if (isLast && votes.length > 0) lines.push(toLine(votes, pages))
      return lines
    }
  },
}

function toLine(rows: readonly VoteItemRow[], pages: string): object {
  const votes = rows.map(toVoteItem)
  const [row] = rows
  const [first] = votes
  // Some sources have several votes of a person on one motion; only the first is shown.
  const people = votes.toReversed().map((vote) => [nameOf(vote), vote.vote_value])
  const motion: Record<string, unknown> = {
    ...first,
    url: `${pages}/motions/${first?.motion_slug}`,
    weighted_for: row?.motion.tally_weighted_for ?? null,
    weighted_against: row?.motion.tally_weighted_against ?? null,
  }
  const columns = Object.keys(motionColumns).map((name) => [name, motion[name]])
  return Object.fromEntries([...people, ...columns])
}

const nameOf = ({ person_slug: slug, person_name: name }: ReturnType<typeof toVoteItem>) =>
  columnOf(slug ?? name)

/** No name of a person is that of another column. */
function columnOf(name: string): string {
  return Object.hasOwn(motionColumns, name) ? `${name} (person)` : name
}
