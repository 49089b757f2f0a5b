import { foldCase, foldText } from '../core/fold.ts'
import { outcomeVerbs } from '../core/headings/outcome.ts'
import { isVerbList } from '../core/headings/outcome-key.ts'
import { officeTitle } from '../core/person-titles.ts'
import { shorten } from '../core/shorten.ts'
import { distanceOf, similarTo } from '../core/similar-words.ts'
import { listSlugsNear } from '../resources/_shared/queries.ts'
import type { ReadDatabase } from '../store/open.ts'
import {
  listCouncilNames,
  listCouncilSeats,
  listMattersNamed,
  listMotionsNaming,
  listNames,
  type Named,
} from './queries.ts'

/** An argument is invalid, or names nothing on record; the message is one sentence for the assistant. */
export class ToolError extends Error {
  override name = 'ToolError'
}

/** The council with a slug or name; throws `ToolError` with up to three that exist. */
export async function findCouncilName(db: ReadDatabase, given: string): Promise<Named> {
  return oneOf('council', given, await listCouncilNames(db))
}

interface OfCouncil {
  municipalityId: number
  slug: string
  today: string
}

/** The person with a slug or a name, with or without a title, or the only one whose name has all the words; throws `ToolError`. */
export async function findPersonName(
  db: ReadDatabase,
  council: OfCouncil,
  given: string,
): Promise<Named> {
  const { municipalityId, slug } = council
  const people = await listNames(db, { municipalityId }, { table: 'people' })
  const name = given.trim().replace(title, '')
  const noun = `person of ${slug}`
  if (listMatches(given, people).length > 0) return oneOf(noun, given, people)
  if (wordsIn(name).length === 0 && name !== given.trim())
    throw await officeError(db, council, given)
  if (listMatches(name, people).length > 0) return oneOf(noun, name, people)
  throw await unknownPerson(db, council, { name, people })
}

/** A name that the record has, but of no one in its list of people, else those that are spelled alike. */
async function unknownPerson(
  db: ReadDatabase,
  { municipalityId, slug }: OfCouncil,
  { name, people }: { name: string; people: readonly Named[] },
): Promise<ToolError> {
  const shown = JSON.stringify(shorten(name, 60))
  const [motion] = await listMotionsNaming(db, { municipalityId, name: name.toLowerCase() })
  if (motion !== undefined)
    return new ToolError(
      `There is no person of ${slug} ${shown}, so no votes; the name is in ${slug}/motions/${motion.slug}, as that of a ${motion.role}.`,
    )
  const near = similarIn(name, people)
  return new ToolError(
    near.length === 0
      ? `There is no person of ${slug} ${shown}, nor any with a similar name; search finds texts with the name.`
      : `There is no person of ${slug} ${shown}; some that exist: ${listed(near)}.`,
  )
}

const title = new RegExp(String.raw`^(?:the\s+)?${officeTitle}[\s.,]*`, 'iu')

/** An office instead of a name. */
async function officeError(db: ReadDatabase, council: OfCouncil, given: string) {
  const office = officeIn(given)
  const all = await listCouncilSeats(db, council)
  const holders = all.filter(({ role }) => role !== null && officeIn(role) === office)
  const shown = `${JSON.stringify(shorten(given, 60))} is an office, not a name`
  return new ToolError(
    holders.length === 0 || holders.length > shownMax
      ? `${shown}; give the name or the slug of a person.`
      : `${shown}; who has it now: ${listed(holders)}.`,
  )
}

const mayors = new Set(['maire', 'mairesse', 'lord mayor'])

function officeIn(text: string): string {
  const words = wordsIn(text).filter((word) => !articles.has(word))
  const office = words.join(' ')
  return mayors.has(office) ? 'mayor' : office
}

const articles = new Set(['the', 'la', 'le', 'l'])

/** The same for a council, committee or board. */
export async function findBodyName(
  db: ReadDatabase,
  { municipalityId, slug }: Omit<OfCouncil, 'today'>,
  given: string,
): Promise<Named> {
  const bodies = await listNames(db, { municipalityId }, { table: 'organizations' })
  return oneOf(`body of ${slug}`, given, bodies)
}

/** The slug of a matter, by its slug, its number or its id in results; throws `ToolError`. */
export async function findMatterSlug(
  db: ReadDatabase,
  { municipalityId, slug: council }: Omit<OfCouncil, 'today'>,
  given: string,
): Promise<string> {
  const name = foldCase(given.trim()).replace(/^.*\/matters\//, '')
  const slug = wordsIn(name).join('-')
  const found = await listMattersNamed(db, { municipalityId, slug, number: name })
  const [first, ...others] = found
  const own = found.find((one) => one.slug === slug)
  if (own !== undefined || (first !== undefined && others.length === 0))
    return (own ?? (first as Named)).slug
  const shown = JSON.stringify(shorten(given, 60))
  if (first !== undefined)
    throw new ToolError(`More than one matter of ${council} is ${shown}: ${listed(found)}.`)
  const near = similarTo(slug, await listSlugsNear(db, 'matters', { municipalityId, slug }))
  const some = near.length > 0 ? `; some that exist: ${near.slice(0, shownMax).join(', ')}` : ''
  throw new ToolError(
    `There is no matter of ${council} ${shown}${some}; search with kinds ["matters"] finds the slug.`,
  )
}

/** Words of `outcome`, as filters take them; throws `ToolError`. */
export function verbsOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const list = foldCase(given).replaceAll(/\s*,\s*/g, ',')
  if (isVerbList(list)) return list
  const unknown = list.split(',').find((verb) => !isVerbList(verb)) ?? list
  const near = similarTo(unknown, outcomeVerbs)
  const some = near.length > 0 ? near : ['approved', 'defeated', 'veto_overridden']
  throw new ToolError(
    `No outcome is called ${JSON.stringify(shorten(unknown, 60))}; some that exist: ${some.slice(0, shownMax).join(', ')}. For all that was lost, use result.`,
  )
}

const wordsIn = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** By slug, else by the whole name, else by all words of it. */
function listMatches(given: string, all: readonly Named[]): readonly Named[] {
  const slug = foldCase(given.trim())
  const bySlug = all.find((one) => one.slug === slug)
  if (bySlug !== undefined) return [bySlug]
  const words = wordsIn(given)
  const whole = words.join(' ')
  const named = all.filter(({ name }) => wordsIn(name).join(' ') === whole)
  if (named.length > 0) return named
  const before = all.filter(({ names_folded: names = '' }) =>
    names.split('\n').some((one) => wordsIn(one).join(' ') === whole),
  )
  if (before.length > 0) return before
  return all.filter(({ name }) => {
    const parts = new Set(wordsIn(name))
    return words.length > 0 && words.every((word) => parts.has(word))
  })
}

/** Throws `ToolError` unless there is exactly one. */
function oneOf(noun: string, given: string, all: readonly Named[]): Named {
  const found = listMatches(given, all)
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return { slug: only.slug, name: only.name }
  const shown = JSON.stringify(shorten(given, 60))
  if (only !== undefined)
    throw new ToolError(
      `More than one ${noun} is called ${shown}; use a slug, such as ${listed(found.slice(0, shownMax))}.`,
    )
  const near = nearest(given, all)
  throw new ToolError(
    near.length === 0
      ? `There is no ${noun} ${shown}, nor any other.`
      : `There is no ${noun} ${shown}; some that exist: ${listed(near)}.`,
  )
}

/** Names of an error. */
const shownMax = 3

const listed = (names: readonly Named[]) =>
  names.map(({ slug, name }) => `${slug} (${shorten(name, 60)})`).join(', ')

/** Names of more letters are not compared as a whole. */
const comparedMax = 30

/** The three names, of those that exist, that are spelled most alike, as a whole or in one word. */
const nearest = (given: string, all: readonly Named[]): Named[] =>
  byDistance(given, all)
    .slice(0, shownMax)
    .map(({ one }) => one)

/** Letters that differ, as a part of all. */
const similarMax = 0.34

const similarIn = (given: string, all: readonly Named[]): Named[] =>
  byDistance(given, all)
    .filter(({ far }) => far <= similarMax)
    .slice(0, shownMax)
    .map(({ one }) => one)

function byDistance(given: string, all: readonly Named[]) {
  const words = wordsIn(given).map((word) => word.slice(0, comparedMax))
  const whole = words.join(' ').slice(0, comparedMax)
  const distance = ({ name }: Named) => {
    const parts = wordsIn(name)
    const own = parts.join(' ').slice(0, comparedMax)
    const apart = words
      .slice(0, 4)
      .flatMap((word) => parts.map((part) => distanceOf(word, part) / Math.max(word.length, 1)))
    return Math.min(distanceOf(whole, own) / Math.max(own.length, 1), ...apart)
  }
  return all
    .map((one) => ({ one, far: distance(one) }))
    .sort((first, second) => first.far - second.far)
}
