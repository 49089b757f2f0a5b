import { groupBy } from '../../core/group-by.ts'
import { isMasked, isOfTakedown, type Masks } from './masked.ts'
import type { Change } from './record-change.ts'

/** A part that a record gained, lost, or has with another value. */
export interface PartChange {
  old: string | null
  new: string | null
  title: string
  /** The key of the person whose vote it is. */
  personKey?: string | null
}

export interface DocumentFields {
  title: string
  url?: string | null
  type?: string | null
  language?: string | null
}

export const documentChange = (
  kind: 'meeting' | 'matter',
  id: number,
  { title, old, new: now }: PartChange,
): Change => ({ kind, id, field: 'document', old, new: now, about: { kind: 'document', title } })

interface Files {
  masks: Masks
  /** Whether a whole file that was taken down may be back. */
  isLifted: boolean
}

/** The files that only one of two lists has, by URL or else title, and those that have another file. */
export function documentChanges(
  before: readonly DocumentFields[],
  after: readonly DocumentFields[],
  { masks, isLifted }: Files,
): PartChange[] {
  const [old, now] = [byName(before), byName(after)]
  const removed = [...old].filter(([name]) => !now.has(name))
  const added = [...now].filter(([name]) => !old.has(name))
  const isHidden = ([, one]: Named, isWithheld: boolean) => isWithheld && (one.url ?? null) === null
  const isSame = (one: Named, other: Named) =>
    (isHidden(one, masks.was) && couldBe(one, other)) ||
    (isHidden(other, masks.is) && couldBe(other, one))
  const isUntold = (one: Named, isWithheld: boolean) =>
    isHidden(one, isWithheld) && isMasked(one[1].title)
  const lost = removed.filter(
    (one) => !isUntold(one, masks.was) && !added.some((other) => isSame(one, other)),
  )
  const gained = added.filter(
    (one) => !isUntold(one, masks.is) && !removed.some((other) => isSame(other, one)),
  )
  return withNewFiles(lost, masks.was && isLifted ? [] : gained)
}

type Named = [name: string, document: DocumentFields]

const byName = (documents: readonly DocumentFields[]) =>
  new Map(documents.map((document) => [document.url ?? document.title, document]))

/** Whether a file without its URL, and perhaps without words of its title, can be another. */
const couldBe = ([, { title }]: Named, [, other]: Named) => isMasked(title) || title === other.title

/** One that was removed and one that was added under the same title are the same document with another file. */
function withNewFiles(removed: readonly Named[], added: readonly Named[]): PartChange[] {
  const nameOf = ([, { title, type, language }]: Named) =>
    JSON.stringify([title, type ?? null, language ?? null])
  const [lost, gained] = [groupBy(removed, nameOf), groupBy(added, nameOf)]
  const other = (one: Named) => {
    const [old, now] = [lost(nameOf(one)), gained(nameOf(one))]
    return old.length === 1 && now.length === 1 ? now[0] : undefined
  }
  return [
    ...removed.map((one) => ({ old: one[0], new: other(one)?.[0] ?? null, title: one[1].title })),
    ...added
      .filter((one) => other(one) === undefined)
      .map(([name, { title }]) => ({ old: null, new: name, title })),
  ]
}

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
  masks: Masks,
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
  const changes = [
    ...changed.map(([old, now]) => toChange(now ?? old, old.votes, now?.votes ?? null)),
    ...[...left].map((now) => toChange(now, null, now.votes)),
  ]
  const [wasMasked, isMaskedNow] = [
    masks.was && before.some(isMaskedVoter),
    masks.is && after.some(isMaskedVoter),
  ]
  return changes.filter(
    (change) =>
      !isOfTakedown(change, masks) &&
      !(wasMasked && (change.old === null || isMasked(change.title))) &&
      !(isMaskedNow && (change.new === null || isMasked(change.title))),
  )
}

const isMaskedVoter = ({ person_key: key, name }: VoteFields) => isMasked(key) || isMasked(name)

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
