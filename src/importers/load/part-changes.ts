import { groupBy } from '../../core/group-by.ts'
import type { Change } from './record-change.ts'

/** A part that a record gained, lost, or has with another value. */
export interface PartChange {
  old: string | null
  new: string | null
  title: string
  /** The key of the person whose vote it is. */
  personKey?: string | null
}

interface DocumentFields {
  title: string
  url?: string | null
}

export const documentChange = (
  kind: 'meeting' | 'matter',
  id: number,
  { title, old, new: now }: PartChange,
): Change => ({ kind, id, field: 'document', old, new: now, about: { kind: 'document', title } })

/** The files that only one of two lists has, by URL or else title. */
export function documentChanges(
  before: readonly DocumentFields[],
  after: readonly DocumentFields[],
): PartChange[] {
  const [old, now] = [namesOf(before), namesOf(after)]
  const removed = [...old].filter(([name]) => !now.has(name))
  const added = [...now].filter(([name]) => !old.has(name))
  return [
    ...removed.map(([name, title]) => ({ old: name, new: null, title })),
    ...added.map(([name, title]) => ({ old: null, new: name, title })),
  ]
}

const namesOf = (documents: readonly DocumentFields[]) =>
  new Map(documents.map(({ title, url }) => [url ?? title, title]))

export interface VoteFields {
  person_key?: string | null
  name: string
  value: string
  weight?: number | null
  candidate?: string | null
}

interface Voter {
  key: string | null
  name: string
  /** All votes, because a person can have several on one motion. */
  votes: string
}

/** Who voted otherwise than before; none for votes that the source states for the first time. */
export function voteChanges(
  before: readonly VoteFields[],
  after: readonly VoteFields[],
): PartChange[] {
  if (before.length === 0) return []
  const left = new Set(votersOf(after))
  const pairs: [Voter, Voter | undefined][] = votersOf(before).map((old) => [old, undefined])
  // By key, and then by name, because a source can begin to say who a name is.
  for (const name of ['key', 'name'] as const) {
    const now = new Map([...left].map((voter) => [voter[name], voter]))
    for (const pair of pairs) {
      const match = pair[1] === undefined && pair[0][name] !== null && now.get(pair[0][name])
      if (!match || !left.delete(match)) continue
      pair[1] = match
    }
  }
  const changed = pairs.filter(([old, now]) => old.votes !== now?.votes)
  return [
    ...changed.map(([old, now]) => toChange(now ?? old, old.votes, now?.votes ?? null)),
    ...[...left].map((now) => toChange(now, null, now.votes)),
  ]
}

const toChange = ({ key, name }: Voter, old: string | null, now: string | null): PartChange => ({
  old,
  new: now,
  title: name,
  personKey: key,
})

function votersOf(votes: readonly VoteFields[]): Voter[] {
  const identity = ({ person_key: key, name }: VoteFields) => key ?? ` ${name}`
  const all = groupBy(votes, identity)
  return [...new Set(votes.map(identity))].map((voter) => {
    const of = all(voter)
    return {
      key: of[0]?.person_key ?? null,
      name: of[0]?.name ?? '',
      votes: of.map(({ candidate, value }) => candidate ?? value).join(', '),
    }
  })
}

const counted = {
  'tally.for': 'For',
  'tally.against': 'Against',
  'tally.abstain': 'Abstain',
  'tally.absent': 'Absent',
} as const
const weightedSums = { 'tally.weighted.for': 'For', 'tally.weighted.against': 'Against' } as const

/** The counts that follow from votes by name, which no source needs to state. */
export function countsOfVotes(votes: readonly VoteFields[]): Record<string, number> {
  const sum = (value: string, of: (vote: VoteFields) => number) =>
    votes.reduce((total, vote) => total + (vote.value === value ? of(vote) : 0), 0)
  return Object.fromEntries([
    ...Object.entries(counted).map(([field, value]) => [field, sum(value, () => 1)]),
    ...Object.entries(weightedSums).map(([field, value]) => [
      field,
      sum(value, ({ weight }) => weight ?? 0),
    ]),
  ])
}

/** Which of these positions must move so that the others are in order; as few as can be. */
export function movedPositions(positions: readonly number[]): Set<number> {
  // The last position of the best run of each length, and before it the one that it follows.
  const ends: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const position of positions) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < position) low = middle + 1
      else high = middle
    }
    ends[low] = position
    previous.set(position, ends[low - 1])
  }
  const moved = new Set(positions)
  for (let position = ends.at(-1); position !== undefined; position = previous.get(position))
    moved.delete(position)
  return moved
}
