import type { VoteBasis } from '../../core/weighted-votes.ts'
import type { MotionRecord, VotePart } from '../../record/motions.ts'
import { cleanLine } from '../kit/clean-text.ts'
import { joinedNames, looksLikeName } from '../kit/name-shape.ts'
import { parseWrittenName } from '../kit/person-names.ts'
import { isNotName, type Vote } from '../kit/vocabulary.ts'
import { countIn, voteOf } from './labels.ts'
import type { Identity } from './people.ts'
import type { MotionEntry } from './schema.ts'
import { type Counts, numberedNames, type ReadBasis, weightedLabel } from './weights.ts'

type Resolve = (name: string) => Identity

/** The named votes of a motion, and warnings about them. */
export interface MotionVotes {
  votes: VotePart[]
  hasRollCall: boolean
  /** The counts printed with the roll call. */
  printed: PrintedCounts
  /** The counts printed with the result, unless they are sums of weights. */
  counts: Counts | null
  basis: VoteBasis | null
  /** Whether names were printed that are not recorded as votes. */
  isIncomplete: boolean
  remarks: string[]
}

export type PrintedCounts = NonNullable<MotionRecord['tally']>

/** One list of names in a roll call. */
interface NameList extends Vote {
  /** As the source labels it. */
  label: string
  names: string[]
  count: number | null
  /** The sum of their weights that the label prints. */
  weighted: number | null
  /** The weights of the names, or none. */
  weights: readonly number[]
}

interface VoteContext {
  basis: ReadBasis
  /** The counts printed with the result. */
  counts: Counts | null
}

export function readVotes(entry: MotionEntry, context: VoteContext, resolve: Resolve): MotionVotes {
  const remarks: string[] = []
  const read = entry.vote_lists == null ? folderLists(entry) : pageLists(entry, remarks)
  const { lists, weighted, counts } = weighLists(read, context, resolve, remarks)
  const whole = lists.filter((list) => agreesWithCount(list, remarks))
  const votes = whole.flatMap((list) => namedVotes(list, resolve, remarks))
  const dissents = readDissents(entry.dissent_voters ?? [], resolve, remarks).filter(
    (dissent) => !votes.some((vote) => vote.value === 'Against' && samePerson(vote, dissent)),
  )
  return {
    votes: [...votes, ...dissents],
    hasRollCall: lists.length > 0,
    printed: { ...printedCounts(lists), ...(weighted !== null && { weighted }) },
    counts,
    basis: context.basis.basis,
    isIncomplete: whole.length < lists.length,
    remarks,
  }
}

function folderLists({ motion_votes: rollCall }: MotionEntry): NameList[] {
  const toList = (value: 'For' | 'Against', list: NonNullable<typeof rollCall>['for']) =>
    list == null
      ? []
      : {
          label: value,
          value,
          reason: null,
          names: written(list.councillors),
          count: list.count ?? null,
          ...{ weighted: null, weights: [] },
        }
  return [toList('For', rollCall?.for), toList('Against', rollCall?.against)].flat()
}

function pageLists({ vote_lists: rows }: MotionEntry, remarks: string[]): NameList[] {
  return (rows ?? []).map(({ label, names }) => {
    const { words, count, weighted } = weightedLabel(label) ?? { ...countIn(label), weighted: null }
    const { isKnown, ...vote } = voteOf(words)
    if (!isKnown)
      remarks.push(`label "${label}" of a vote is not known; recorded as other votes in its words`)
    return { ...vote, label, names, count, weighted, weights: [] }
  })
}

function written(names: string[] | null | undefined): string[] {
  const lines = (names ?? []).flatMap((name) => cleanLine(name) ?? [])
  return joinedNames(lines).filter((name) => !isNotName(name))
}

/**
 * Tells members from their weights in lists and counts. Weights are numbers after all names for and against that the source
 * calls weights, or whose sums it prints.
 */
function weighLists(
  read: readonly NameList[],
  { basis, counts }: VoteContext,
  resolve: Resolve,
  remarks: string[],
) {
  const lists = withWeights(read)
  const members = countsIn(lists, ({ names }) => names.length)
  const labels = otherThan(
    members,
    countsIn(lists, ({ count }) => count),
  )
  const beside = otherThan(members, counts)
  const sums = sumsIn(lists)
  const printed = basis.weighted ?? countsIn(lists, ({ weighted }) => weighted)
  const isSum = (found: Counts | null) => isSame(found, sums) || isSame(found, printed)
  const areWeights = basis.isWeighted || [printed, labels, counts].some((one) => isSame(one, sums))
  if (sums !== null && !areWeights) remarks.push(unsaidNumbers)
  const areLabelsSums = isSum(labels) || (basis.isWeighted && areAllKnown(lists, resolve))
  const areCountsSums = isSum(beside) || (basis.isWeighted && lists.length > 0 && beside !== null)
  const shown = [printed, areLabelsSums ? labels : null, areCountsSums ? beside : null]
  return {
    lists: lists.map((list) => ({
      ...list,
      count: areLabelsSums && isSide(list) ? list.names.length : list.count,
      weights: areWeights ? list.weights : [],
    })),
    weighted: shown.find((found) => found !== null) ?? null,
    counts: areCountsSums ? null : counts,
  }
}

const unsaidNumbers =
  'prints numbers after names that are not called weights and that no count is the sum of; not recorded'

const otherThan = (members: Counts | null, counts: Counts | null) =>
  isSame(counts, members) ? null : counts

const isSide = ({ value }: NameList) => value === 'For' || value === 'Against'

/** The lists without numbers after names, if all names for and against have one. */
function withWeights(lists: readonly NameList[]): NameList[] {
  const found = lists.map((list) => ({ list, numbered: numberedNames(list.names) }))
  if (found.some(({ list, numbered }) => isSide(list) && numbered === null)) return [...lists]
  return found.map(({ list, numbered }) =>
    numbered === null
      ? list
      : {
          ...list,
          names: numbered.map(({ name }) => name),
          weights: numbered.map(({ number }) => number),
        },
  )
}

/** A number for each side; null unless every side with a list has one. */
function countsIn(
  lists: readonly NameList[],
  countOf: (list: NameList) => number | null,
): Counts | null {
  const sides = lists.filter(isSide)
  const counts = sides.map((list) => countOf(list))
  if (sides.length === 0 || counts.includes(null)) return null
  const sum = (side: string) =>
    sides.reduce((all, list, at) => all + (list.value === side ? (counts[at] ?? 0) : 0), 0)
  return { for: sum('For'), against: sum('Against') }
}

/** Null without weights. */
const sumsIn = (lists: readonly NameList[]) =>
  lists.every(({ weights }) => weights.length === 0)
    ? null
    : countsIn(
        lists,
        ({ weights }) => Math.round(weights.reduce((one, other) => one + other, 0) * 1e6) / 1e6,
      )

const isSame = (one: Counts | null, other: Counts | null): boolean =>
  one !== null && other !== null && one.for === other.for && one.against === other.against

/** Whether every name for and against is that of another person of the meeting. */
function areAllKnown(lists: readonly NameList[], resolve: Resolve): boolean {
  const keys = lists
    .filter(isSide)
    .flatMap(({ names }) => names.map((name) => resolve(parseWrittenName(name)?.name ?? name).key))
  return !keys.includes(null) && new Set(keys).size === keys.length
}

// A name with a comma, or a remark among the names, would make false votes.
function agreesWithCount({ label, names, count }: NameList, remarks: string[]): boolean {
  if (count === null || names.length === count) return true
  const list = names.map((name) => `"${name}"`).join(', ')
  remarks.push(
    `"${label}" counts ${count}, but has ${names.length} names; not recorded as votes: ${list || 'none'}`,
  )
  return false
}

function namedVotes(
  { names, value, reason, weights }: Vote & Pick<NameList, 'names' | 'weights'>,
  resolve: Resolve,
  remarks: string[],
): VotePart[] {
  return names.flatMap((each, at) => {
    const name = parseWrittenName(each)?.name
    if (name === undefined) return []
    if (!looksLikeName(name) && resolve(name).key === null) {
      remarks.push(`"${each}" is not the name of a person; not recorded as a vote`)
      return []
    }
    const weight = weights[at] === undefined ? {} : { weight: weights[at] }
    const vote = { ...identified(name, resolve, remarks), value, ...weight }
    return reason === null ? vote : { ...vote, reason }
  })
}

// A dissent on a part of the motion, "King on recommendations 2, 3", is split at its commas in the source. The names
// before it may also dissent on that part only, so no name in such a list counts as a vote against the motion.
function readDissents(written: string[], resolve: Resolve, remarks: string[]): VotePart[] {
  const names = written.flatMap((each) => cleanLine(each) ?? [])
  if (names.some((name) => /\d|\b(?:on|except)\b/i.test(name))) {
    const list = names.map((name) => `"${name}"`).join(', ')
    remarks.push(`dissents ${list} concern a part of the motion; not recorded as votes`)
    return []
  }
  const list = { names, value: 'Against', reason: 'Dissent', weights: [] } as const
  return namedVotes(list, resolve, remarks)
}

function identified(
  name: string,
  resolve: Resolve,
  remarks: string[],
): { person_key: string | null; name: string } {
  const identity = resolve(name)
  if (identity.key === null) remarks.push(`voter "${name}" ${identity.reason}`)
  return { person_key: identity.key, name }
}

function samePerson(left: VotePart, right: VotePart): boolean {
  if (left.person_key == null || right.person_key == null) return left.name === right.name
  return left.person_key === right.person_key
}

function printedCounts(lists: readonly NameList[]): PrintedCounts {
  const countOf = (value: NameList['value']) =>
    lists.find((list) => list.value === value)?.count ?? null
  return {
    for: countOf('For'),
    against: countOf('Against'),
    abstain: countOf('Abstain'),
    absent: countOf('Absent'),
  }
}
