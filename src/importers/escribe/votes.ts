import { cleanLine } from '../kit/clean-text.ts'
import type { VotePart } from '../records/motions.ts'
import { parseWrittenName } from './names.ts'
import type { Identity } from './people.ts'
import type { MotionEntry } from './schema.ts'

type Resolve = (name: string) => Identity

/** The named votes of a motion, and warnings about them. */
export interface MotionVotes {
  votes: VotePart[]
  hasRollCall: boolean
  /** The counts printed with the roll call. */
  printed: { for: number; against: number } | null
  remarks: string[]
}

export function readVotes(entry: MotionEntry, resolve: Resolve): MotionVotes {
  const remarks: string[] = []
  const rollCall = entry.motion_votes ?? {}
  const votes = [
    ...namedVotes(rollCall.for?.councillors, 'For', resolve, remarks),
    ...namedVotes(rollCall.against?.councillors, 'Against', resolve, remarks),
  ]
  const hasRollCall = rollCall.for != null || rollCall.against != null
  const dissents = readDissents(entry.dissent_voters ?? [], resolve, remarks).filter(
    (dissent) => !votes.some((vote) => vote.value === 'Against' && samePerson(vote, dissent)),
  )
  return { votes: [...votes, ...dissents], hasRollCall, printed: printedCounts(rollCall), remarks }
}

function namedVotes(
  names: string[] | null | undefined,
  value: 'For' | 'Against',
  resolve: Resolve,
  remarks: string[],
): VotePart[] {
  return (names ?? []).flatMap((written) => {
    const name = parseWrittenName(written)?.name
    if (name === undefined) return []
    return { ...identified(name, resolve, remarks), value }
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
  return namedVotes(names, 'Against', resolve, remarks).map((vote) => ({
    ...vote,
    reason: 'Dissent',
  }))
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

function printedCounts(
  rollCall: NonNullable<MotionEntry['motion_votes']>,
): { for: number; against: number } | null {
  const inFavour = rollCall.for?.count
  const against = rollCall.against?.count
  return inFavour == null || against == null ? null : { for: inFavour, against }
}
