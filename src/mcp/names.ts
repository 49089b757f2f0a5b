import { foldCase, foldText } from '../core/fold.ts'
import { officeTitle } from '../core/person-titles.ts'
import { shorten } from '../core/shorten.ts'
import { distanceOf } from '../core/similar-words.ts'
import type { ReadDatabase } from '../store/open.ts'
import { listCouncilNames, listCouncilSeats, listNames, type Named } from './queries.ts'

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
  if (name === given.trim() || listMatches(given, people).length > 0)
    return oneOf(noun, given, people)
  if (wordsIn(name).length === 0) throw await officeError(db, council, given)
  return oneOf(noun, name, people)
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
  return all.filter(({ name }) => {
    const parts = new Set(wordsIn(name))
    return words.length > 0 && words.every((word) => parts.has(word))
  })
}

/** Throws `ToolError` unless there is exactly one. */
function oneOf(noun: string, given: string, all: readonly Named[]): Named {
  const found = listMatches(given, all)
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
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
function nearest(given: string, all: readonly Named[]): Named[] {
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
    .slice(0, shownMax)
    .map(({ one }) => one)
}
