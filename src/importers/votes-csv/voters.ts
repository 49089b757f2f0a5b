import { foldKey } from '../../core/fold.ts'
import { isGroup, looksLikeName } from '../kit/name-shape.ts'
import { matchesFullName, nameForm, parseWrittenName, shorterNames } from '../kit/person-names.ts'
import { isVacantSeat } from '../kit/vocabulary.ts'

/** What shows that an entry of a table is a person. */
export type Evidence =
  /** A column of this person, or the mapping. */
  | 'named'
  /** A cell of a column of single names. */
  | 'single'
  /** A list with other entries, or one that has as many entries as the row counts. */
  | 'listed'
  /** Alone in its list, where the other lists show that the list has names. */
  | 'alone'
  | 'none'

/** Who is meant by an entry, or why it is not a person. */
export type Voter = { names: readonly string[] } | { names: null; reason: string }

interface Entry {
  name: string
  evidence: Set<Evidence>
  /** Whether an office stands before the name. */
  isTitled: boolean
}

const noName = 'is not the name of a person'
const joint = /\s+(?:and|et)\s+|\s*[&;/+]\s*/i

/** The names in an entry such as `Bo Park and Cy Reed`. */
export const jointNames = (written: string) => written.split(joint).filter(Boolean)

/**
 * Everybody whom a table names, known by the same name elsewhere: a person is in a column of single names, in a list
 * with others, or has a given and a family name where the other lists have names.
 */
export class Voters {
  readonly #spellings: Readonly<Record<string, string>>
  readonly #entries = new Map<string, Entry>()
  /** Full names of people, and names that only a list knows. */
  readonly #full = new Map<string, string>()
  readonly #short = new Map<string, string>()
  readonly #found = new Map<string, Voter>()

  constructor(spellings: Readonly<Record<string, string>> = {}) {
    this.#spellings = spellings
    for (const name of Object.values(spellings)) this.#full.set(foldKey(name), name)
  }

  note(written: string, evidence: Evidence): void {
    const existing = this.#entries.get(written)
    if (existing !== undefined) {
      existing.evidence.add(evidence)
      return
    }
    const name = parseWrittenName(written)?.name ?? written
    const isTitled = name !== written && written.endsWith(name)
    this.#entries.set(written, { name, evidence: new Set([evidence]), isTitled })
  }

  /** Decides who is a person, once every row is noted. */
  decide(): void {
    const people = [...this.#entries.values()].filter(isPerson)
    const full = people.filter(({ name }) => nameForm(name).form === 'full')
    for (const { name } of full)
      if (!this.#isLonger(name, full)) this.#full.set(foldKey(name), name)
    for (const { name } of people)
      if (nameForm(name).form !== 'full') this.#short.set(foldKey(name), name)
  }

  #isLonger(name: string, full: readonly Entry[]): boolean {
    const shorter = new Set(withoutSuffixes(name).map(foldKey))
    return shorter.size > 0 && full.some((other) => shorter.has(foldKey(other.name)))
  }

  /** Who is meant by an entry; `beside` are the other entries of the vote. */
  find(written: string, beside: Iterable<string> = []): Voter {
    const voter = this.#found.get(written) ?? this.#identify(written)
    this.#found.set(written, voter)
    const [name] = voter.names ?? []
    if (name === undefined || name === this.#nameOf(written)) return voter
    // "Hall" beside "Ann Hall" is somebody else.
    const isBeside = [...beside].some((other) => other !== written && this.#nameOf(other) === name)
    return isBeside ? { names: null, reason: `may or may not be ${name}, who voted too` } : voter
  }

  #nameOf(written: string): string {
    return this.#spelled(written) ?? this.#entries.get(written)?.name ?? written
  }

  #spelled(written: string): string | undefined {
    const name = this.#entries.get(written)?.name ?? written
    const spelling = [written, name].find((each) => Object.hasOwn(this.#spellings, each))
    return spelling === undefined ? undefined : this.#spellings[spelling]
  }

  #identify(written: string): Voter {
    const spelled = this.#spelled(written)
    if (spelled !== undefined) return { names: [spelled] }
    const entry = this.#entries.get(written)
    const name = entry?.name ?? written
    const person = this.#personOf(name)
    if (person.names !== null || person.reason !== noName) return person
    if (entry?.evidence.has('named') || isVacantSeat(name)) return { names: [name] }
    const parts = jointNames(written)
    if (parts.length < 2) return person
    const voters = parts.map((part) => this.#personOf(parseWrittenName(part)?.name ?? part))
    const names = voters.flatMap((voter) => voter.names ?? [])
    return voters.every((voter) => voter.names !== null) ? { names } : person
  }

  /** The one person of a name: as it is, without what follows it, or the only full name that it can stand for. */
  #personOf(name: string): Voter {
    const whole = this.#full.get(foldKey(name))
    if (whole !== undefined) return { names: [whole] }
    const plain = withoutSuffixes(name).flatMap((each) => this.#full.get(foldKey(each)) ?? [])[0]
    if (plain !== undefined) return { names: [plain] }
    const short = nameForm(name)
    if (short.form !== 'full') {
      const matches = [...this.#full].filter(([, full]) =>
        matchesFullName(short, { folded: nameForm(full).folded, family: null }),
      )
      const [match, ...others] = matches
      if (others.length > 0 && !this.#short.has(foldKey(name)))
        return { names: null, reason: `could be any of ${matches.length} people` }
      if (match !== undefined && others.length === 0) return { names: [match[1]] }
    }
    const own = this.#short.get(foldKey(name))
    return own === undefined ? { names: null, reason: noName } : { names: [own] }
  }
}

/** Shorter forms of a name, but none of a son that is his father's. */
const withoutSuffixes = (name: string) =>
  /\b(?:jr|sr|ii|iii|iv)\.?$/i.test(name) ? [] : shorterNames(name)

function isPerson({ name, evidence, isTitled }: Entry): boolean {
  if (evidence.has('named')) return true
  if (jointNames(name).length > 1 || isGroup(name)) return false
  if (evidence.has('single')) return true
  if (!looksLikeName(name)) return false
  if (isTitled || evidence.has('listed')) return true
  return evidence.has('alone') && nameForm(name).form === 'full'
}
