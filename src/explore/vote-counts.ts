import { castVotes } from '../core/cast-votes.ts'
import { ApiError } from '../http/errors.ts'
import { countMotions, type MotionFilters } from '../resources/motions/queries.ts'
import { countVotedMotions, countVoteValues, type VoteFilters } from '../resources/votes/queries.ts'
import type { ReadDatabase, ReadStore } from '../store/open.ts'
import type { SearchClient } from '../store/search/queue.ts'
import type { Visit } from './visit.ts'

/** More motions with some words are not counted. */
export const aboutMax = 10_000

interface About {
  municipalityId: number
  about: string
  from?: string | undefined
  to?: string | undefined
  client: SearchClient
}

/** The motions with all words of a text, as the filter `among`; undefined if there are more than `aboutMax`. */
export async function motionsAbout(
  store: Pick<ReadStore, 'search'>,
  { municipalityId, about, from, to, client }: About,
): Promise<string | undefined> {
  const { ids = [] } = await store.search({
    ...{ municipalityId, q: about, match: 'all', kinds: ['motion'], from, to, client },
    ...{ limit: 0, offset: 0, idsMax: aboutMax + 1 },
  })
  return ids.length > aboutMax ? undefined : ids.join()
}

/** The filters of a page, with its words as the filter `among`. */
export async function withoutWords<Filters extends object>(
  { store, municipality, client }: Pick<Visit, 'store' | 'municipality' | 'client'>,
  query: object,
): Promise<Filters & { among?: string }> {
  const { about, ...filters } = query as { about?: string; date_from?: string; date_to?: string }
  if (about === undefined) return filters as Filters
  const { date_from: from, date_to: to } = filters
  const of = { municipalityId: municipality.id, about, from, to, client }
  const among = await motionsAbout(store, of)
  if (among === undefined)
    throw new ApiError('VALIDATION_ERROR', `More than ${aboutMax} motions have the words of about.`)
  return { ...(filters as Filters), among }
}

/** How people voted, of how many motions. */
export interface VoteCounts {
  /** Votes that match, by value. */
  votes: ReadonlyMap<string, number>
  /** Votes that match and are for, against or an abstention; null of votes of one value. */
  cast: number | null
  /** Of the votes for or against where the outcome is clear, those against it. */
  losing: { count: number; of: number }
  /** Motions with a vote that matches. */
  motions: number
  /** Motions with a vote of the person, of any value; those of everyone without a person. */
  named: number
  /** Motions with recorded votes, of anyone and of any value. */
  of: number
  /** The days of the first and the last vote that matches, by value; null if none has a date. */
  days: ReadonlyMap<string, { first: string | null; last: string | null }>
  /** Of the named motions, those without a count of votes, where the source names some voters only, and their votes that match, by value. */
  uncounted: { motions: number; votes: ReadonlyMap<string, number> }
  /** Motions that match and have no recorded vote; null if the filters are of votes only. */
  unrecorded: number | null
}

/** What pages and tools say of the votes that match, in up to seven statements. */
export async function countVotesOf(
  db: ReadDatabase,
  municipalityId: number,
  filters: VoteFilters,
): Promise<VoteCounts> {
  const { person, value, dissent, ...scope } = filters
  const values = await countVoteValues(db, municipalityId, filters)
  const isOfSome = value !== undefined || dissent !== undefined
  const motionsOf = (chosen: VoteFilters) => countVotedMotions(db, municipalityId, chosen)
  const of = await motionsOf(scope)
  const namedScope = person === undefined ? scope : { ...scope, person }
  const named = person === undefined ? of : await motionsOf(namedScope)
  const sum = (read: (row: (typeof values)[number]) => number) =>
    values.reduce((total, row) => total + read(row), 0)
  const votes = new Map(values.map((row) => [row.value, row.votes]))
  const ofUncounted = await countVoteValues(db, municipalityId, { ...filters, uncounted: true })
  return {
    votes,
    days: new Map(values.map(({ value: each, first, last }) => [each, { first, last }])),
    cast:
      value === undefined
        ? castVotes.reduce((total, each) => total + (votes.get(each) ?? 0), 0)
        : null,
    losing: { count: sum(({ lost }) => lost), of: sum(({ settled }) => settled) },
    motions: isOfSome ? await motionsOf(filters) : named,
    named,
    of,
    uncounted: {
      motions: await motionsOf({ ...namedScope, uncounted: true }),
      votes: new Map(ofUncounted.map((row) => [row.value, row.votes])),
    },
    unrecorded: await countUnrecorded(db, municipalityId, scope),
  }
}

async function countUnrecorded(
  db: ReadDatabase,
  municipalityId: number,
  { show, motion, ...filters }: VoteFilters,
): Promise<number | null> {
  if (show !== undefined || motion !== undefined) return null
  return countMotions(db, municipalityId, { ...(filters as MotionFilters), has_votes: false })
}
