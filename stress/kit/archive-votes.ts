import { join } from 'node:path'
import { type EventJson, type MatterJson, newest, readAll } from './archive-counts.ts'

// Counted from the raw files, without the code of the product.

type Step = MatterJson['History'][number]

/** On how many motions two people both voted for or against: in all, alike, and the same of contested ones. */
type AgreementCount = [motions: number, same: number, contested: number, contestedSame: number]

export interface VoteFilter {
  body?: number
  from?: string
  to?: string
}

interface Decided {
  /** Of the step in the files. */
  id: number
  body: number
  date: string
  isContested: boolean
  passed: boolean | null
  /** By id of the person: the word of the source. */
  words: [id: number, word: string][]
  /** Whether for, by id of the person. */
  sides: [id: number, isFor: boolean][]
}

/** The votes of a Legistar archive. */
export class ArchiveVotes {
  readonly #decided: Decided[]

  constructor(folder: string) {
    const matters = ['introduction', 'resolution', 'land_use'].flatMap((below) =>
      readAll<MatterJson>(join(folder, below), true),
    )
    const events = readAll<EventJson>(join(folder, 'events'), true)
    const dates = new Map(events.map(({ ID, Date: date }) => [ID, date.slice(0, 10)]))
    this.#decided = newest(matters)
      .flatMap(({ History }) => History)
      .filter(({ Votes }) => (Votes ?? []).length > 0)
      .map((step) => decidedIn(step, dates))
  }

  /** Adds votes to the counts of agreement that the files have as prose alone. */
  addNoted(motions: readonly Pick<Decided, 'body' | 'date' | 'sides'>[]): void {
    const unknown = { id: 0, isContested: false, passed: null, words: [] }
    for (const motion of motions) this.#decided.push({ ...unknown, ...motion })
  }

  /** Whether a step names a person without a word, in whose place the vote of a note stands. */
  hasBlank(step: number | undefined, person: number | undefined): boolean {
    const words = this.#decided.find(({ id }) => id === step)?.words ?? []
    return words.some(([id, word]) => id === person && word === '')
  }

  get votes(): number {
    return sum(this.#decided.map(({ words }) => words.length))
  }

  get contestedMotions(): number {
    return this.#decided.filter(({ isContested }) => isContested).length
  }

  get contestedVotes(): number {
    return sum(this.#decided.map(({ isContested, words }) => (isContested ? words.length : 0)))
  }

  /** Votes against what passed, and for what failed, unless the result contradicts the votes. */
  get dissents(): number {
    const against = ({ passed, sides }: Decided) => {
      const lost = sides.filter(([, isFor]) => isFor !== passed).length
      const won = sides.length - lost
      const isContradicted = passed === true ? won < lost : won === 0
      return passed === null || isContradicted ? 0 : lost
    }
    return sum(this.#decided.map(against))
  }

  /** The bodies that decided, with their number of votes. */
  get bodies(): Map<number, number> {
    const bodies = new Map<number, number>()
    for (const { body, words } of this.#decided)
      bodies.set(body, (bodies.get(body) ?? 0) + words.length)
    return bodies
  }

  /** How often each person voted for, against and neither. */
  get summaries(): Map<number, string> {
    const counts = new Map<number, [number, number, number]>()
    for (const { words } of this.#decided)
      for (const [id, word] of words) {
        const count = counts.get(id) ?? [0, 0, 0]
        counts.set(id, count)
        const column = ['Affirmative', 'Negative', 'Abstain'].indexOf(word)
        if (column !== -1) count[column] = (count[column] ?? 0) + 1
      }
    return new Map([...counts].map(([id, count]) => [id, count.join(' ')]))
  }

  /** The counts of each pair, by both ids, the lower one first. */
  agreement({ body, from = '', to = '~' }: VoteFilter = {}): Map<string, string> {
    const pairs = new Map<string, AgreementCount>()
    for (const motion of this.#decided) {
      if (body !== undefined && motion.body !== body) continue
      if (motion.date < from || motion.date > to) continue
      countPairs(motion, pairs)
    }
    return new Map([...pairs].map(([pair, count]) => [pair, count.join(' ')]))
  }
}

function decidedIn(step: Step, dates: ReadonlyMap<number, string>): Decided {
  const words = (step.Votes ?? []).map(({ ID, Vote }): [number, string] => [ID, Vote.trim()])
  const sides = words
    .filter(([, word]) => word === 'Affirmative' || word === 'Negative')
    .map(([id, word]): [number, boolean] => [id, word === 'Affirmative'])
  return {
    id: step.ID,
    body: step.BodyID ?? 0,
    date: dates.get(step.EventID ?? 0) ?? step.Date.slice(0, 10),
    isContested: new Set(sides.map(([, isFor]) => isFor)).size === 2,
    passed: step.PassedFlagName === 'Pass' ? true : step.PassedFlagName === 'Fail' ? false : null,
    words,
    sides,
  }
}

/** Adds a motion to the counts of each pair of people who voted for or against it. */
export function countPairs(
  { sides, isContested }: Pick<Decided, 'sides' | 'isContested'>,
  pairs: Map<string, AgreementCount>,
): void {
  for (const [one, isFor] of sides)
    for (const [other, isOtherFor] of sides) {
      if (one >= other) continue
      const count = pairs.get(`${one} ${other}`) ?? [0, 0, 0, 0]
      pairs.set(`${one} ${other}`, count)
      const [same, contested] = [Number(isFor === isOtherFor), Number(isContested)]
      count[0] += 1
      count[1] += same
      count[2] += contested
      count[3] += same * contested
    }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
