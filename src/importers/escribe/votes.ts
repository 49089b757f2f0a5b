import type { MotionRecord, VotePart } from '../../record/motions.ts'
import { cleanLine } from '../kit/clean-text.ts'
import { joinedNames, looksLikeName } from '../kit/name-shape.ts'
import { parseWrittenName } from '../kit/person-names.ts'
import { isNotName, type Vote } from '../kit/vocabulary.ts'
import { countIn, voteOf } from './labels.ts'
import type { Identity } from './people.ts'
import type { MotionEntry } from './schema.ts'

type Resolve = (name: string) => Identity

/** The named votes of a motion, and warnings about them. */
export interface MotionVotes {
  votes: VotePart[]
  hasRollCall: boolean
  /** The counts printed with the roll call. */
  printed: PrintedCounts
  /** Whether names were printed that are not recorded as votes. */
  isIncomplete: boolean
  remarks: string[]
}

type PrintedCounts = NonNullable<MotionRecord['tally']>

/** One list of names in a roll call. */
interface NameList extends Vote {
  /** As the source labels it. */
  label: string
  names: string[]
  count: number | null
}

export function readVotes(entry: MotionEntry, resolve: Resolve): MotionVotes {
  const remarks: string[] = []
  const lists = entry.vote_lists == null ? folderLists(entry) : pageLists(entry, remarks)
  const whole = lists.filter((list) => agreesWithCount(list, remarks))
  const votes = whole.flatMap((list) => namedVotes(list.names, list, resolve, remarks))
  const dissents = readDissents(entry.dissent_voters ?? [], resolve, remarks).filter(
    (dissent) => !votes.some((vote) => vote.value === 'Against' && samePerson(vote, dissent)),
  )
  return {
    votes: [...votes, ...dissents],
    hasRollCall: lists.length > 0,
    printed: printedCounts(lists),
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
        }
  return [toList('For', rollCall?.for), toList('Against', rollCall?.against)].flat()
}

function pageLists({ vote_lists: rows }: MotionEntry, remarks: string[]): NameList[] {
  return (rows ?? []).map(({ label, names }) => {
    const { words, count } = countIn(label)
    const { isKnown, ...vote } = voteOf(words)
    if (!isKnown)
      remarks.push(`label "${label}" of a vote is not known; recorded as other votes in its words`)
    return { ...vote, label, names, count }
  })
}

function written(names: string[] | null | undefined): string[] {
  const lines = (names ?? []).flatMap((name) => cleanLine(name) ?? [])
  return joinedNames(lines).filter((name) => !isNotName(name))
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
  names: readonly string[],
  { value, reason }: Vote,
  resolve: Resolve,
  remarks: string[],
): VotePart[] {
  return names.flatMap((each) => {
    const name = parseWrittenName(each)?.name
    if (name === undefined) return []
    if (!looksLikeName(name) && resolve(name).key === null) {
      remarks.push(`"${each}" is not the name of a person; not recorded as a vote`)
      return []
    }
    const vote = { ...identified(name, resolve, remarks), value }
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
  return namedVotes(names, { value: 'Against', reason: 'Dissent' }, resolve, remarks)
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
