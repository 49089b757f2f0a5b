import { foldKey } from '../../core/fold.ts'
import { isGroup, isParticled, looksLikeName } from '../kit/name-shape.ts'
import {
  matchesFullName,
  type NameForm,
  nameForm,
  parseWrittenName,
  shorterNames,
} from '../kit/person-names.ts'
import { isVacantSeat } from '../kit/vocabulary.ts'

/** What shows that an entry of a table is a person. */
export type Evidence =
  /** A column of this person, or the mapping. */
  | 'named'
  /** A column of given and one of family names. */
  | 'parts'
  /** A cell of a column of single names. */
  | 'single'
  /** A list with other entries, or one that has as many entries as the row counts. */
  | 'listed'
  /** Alone in its list, where the other lists show that the list has names. */
  | 'alone'
  | 'none'

const ofLists: readonly Evidence[] = ['listed', 'alone', 'none']

/** Whether an entry is in a list of names. */
export const isOfList = (evidence: Evidence) => ofLists.includes(evidence)

/** Who is meant by an entry, or why it is not a person. */
export type Voter = { names: readonly string[] } | { names: null; reason: string }

interface Entry {
  name: string
  evidence: Set<Evidence>
  /** Whether an office stands before the name. */
  isTitled: boolean
}

const noName = 'is not the name of a person'
const joint = /\s+(?:and|et)\s+|\s*[&;/+|•·]\s*/i
// What follows them may also be a remark or a given name.
const dashOrComma = /\s+[-–—]+\s+|,\s+/

/** The names in an entry such as `Bo Park and Cy Reed`. */
export const jointNames = (written: string) => written.split(joint).filter(Boolean)

/** The name in an entry, without an office and remarks. */
export const plainName = (written: string) => parseWrittenName(written)?.name ?? written

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
  /** The people whose given name is an entry without the family name. */
  readonly #given = new Map<string, readonly string[]>()
  readonly #found = new Map<string, Voter>()

  constructor(spellings: Readonly<Record<string, string>> = {}) {
    this.#spellings = spellings
    for (const name of Object.values(spellings)) this.#full.set(foldKey(name), name)
  }

  note(written: string, evidence: Evidence): void {
    const existing = this.#entries.get(written)?.evidence
    if (existing?.has(evidence)) return
    const all = new Set([...(existing ?? []), evidence])
    const name = all.has('parts') ? written : plainName(written)
    const isTitled = name !== written && written.endsWith(name)
    this.#entries.set(written, { name, evidence: all, isTitled })
  }

  /** Decides who is a person, once every row is noted. */
  decide(): void {
    const people = [...this.#entries].filter(([, entry]) => isPerson(entry))
    const [whole, withComma] = [false, true].map((has) =>
      people.filter(([written]) => written.includes(',') === has),
    )
    this.#addFull(whole ?? [])
    // "Pell, Singh" is a family and a given name, unless it is two people.
    this.#addFull((withComma ?? []).filter(([written]) => this.#peopleOf(written) === undefined))
    for (const [, { name }] of people)
      if (nameForm(name).form !== 'full') this.#addShort(foldKey(name), name)
  }

  #addFull(people: readonly (readonly [string, Entry])[]): void {
    const full = people
      .map(([, entry]) => entry)
      .filter(({ name }) => nameForm(name).form === 'full')
    for (const { name } of full)
      if (!this.#full.has(foldKey(name)) && !this.#isAnother(name, full))
        this.#full.set(foldKey(name), name)
  }

  #addShort(key: string, name: string): void {
    const names = [...this.#full]
    const called = names.filter(([full]) => full.startsWith(`${key} `)).map(([, full]) => full)
    const isFamily = names.some(([full]) => full.endsWith(` ${key}`))
    if (called.length === 0 || isFamily) this.#short.set(key, name)
    else this.#given.set(key, called)
  }

  /** Whether the name is that of another entry with something behind it, or without the given name. */
  #isAnother(name: string, full: readonly Entry[]): boolean {
    const shorter = new Set(withoutSuffixes(name).map(foldKey))
    const hasPlain = [...shorter].some((key) => this.#full.has(key))
    if (hasPlain || (shorter.size > 0 && full.some((other) => shorter.has(foldKey(other.name)))))
      return true
    return isParticled(name) && full.some((other) => endsIn(other.name, name))
  }

  /** Who is meant by an entry; `beside` are the other entries of the vote. */
  find(written: string, beside: readonly string[] = []): Voter {
    const voter = this.#found.get(written) ?? this.#identify(written)
    this.#found.set(written, voter)
    if (voter.names === null) return this.#familyFirst(written, beside) ?? voter
    const [name, ...others] = voter.names
    if (name === undefined || others.length > 0 || name === this.#nameOf(written)) return voter
    // "Hall" beside "Ann Hall" is somebody else.
    const isBeside = beside.some((other) => other !== written && this.#nameOf(other) === name)
    return isBeside ? { names: null, reason: `may or may not be ${name}, who voted too` } : voter
  }

  /** Of "Pell, Ida" that was split at its comma, "Ida" is Ida Pell again. */
  #familyFirst(written: string, beside: readonly string[]): Voter | undefined {
    const called = this.#given.get(foldKey(this.#nameOf(written)))
    if (called === undefined) return undefined
    const before = beside[beside.indexOf(written) - 1]
    const [name] = (before === undefined ? null : this.find(before).names) ?? []
    return name !== undefined && called.includes(name) ? { names: [name] } : undefined
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
    if (entry?.evidence.has('named') || isVacantSeat(name)) return { names: [name] }
    return this.#peopleOf(written) ?? this.#personOf(name)
  }

  /** The people of an entry that joins names, each of whom the table knows. */
  #peopleOf(written: string): Voter | undefined {
    const parts = jointNames(written).flatMap((part) => part.split(dashOrComma))
    if (parts.length < 2) return undefined
    const names = parts.map((part) => this.#personOf(plainName(part)).names)
    return names.includes(null) ? undefined : { names: names.flatMap((each) => each ?? []) }
  }

  /** The one person of a name: as it is, without what follows it, or the only full name that it can stand for. */
  #personOf(name: string): Voter {
    const whole = this.#full.get(foldKey(name))
    if (whole !== undefined) return { names: [whole] }
    const plain = withoutSuffixes(name).flatMap((each) => this.#full.get(foldKey(each)) ?? [])[0]
    if (plain !== undefined) return { names: [plain] }
    const called = this.#given.get(foldKey(name))
    if (called !== undefined)
      return { names: null, reason: `may or may not be ${called.join(' or ')}` }
    const short = isParticled(name) ? asFamily(name) : nameForm(name)
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

/** Shorter forms of a name, but none of a son that is his father's, and none of two names. */
const withoutSuffixes = (name: string) =>
  /\b(?:jr|sr|ii|iii|iv)\.?$/i.test(name) || jointNames(name).length > 1 ? [] : shorterNames(name)

const asFamily = (name: string): NameForm => {
  const { folded } = nameForm(name)
  return { form: 'family', folded, family: folded }
}

/** Whether a full name is one given name before this family name. */
const endsIn = (full: string, family: string) => foldKey(full).endsWith(` ${foldKey(family)}`)

function isPerson({ name, evidence, isTitled }: Entry): boolean {
  if (evidence.has('named') || evidence.has('parts')) return true
  if (jointNames(name).length > 1 || isGroup(name)) return false
  if (evidence.has('single')) return true
  if (!looksLikeName(name)) return false
  if (isTitled || evidence.has('listed')) return true
  return evidence.has('alone') && nameForm(name).form === 'full'
}
