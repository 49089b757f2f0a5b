import { foldCase, foldText } from '../core/fold.ts'
import { shorten } from '../core/shorten.ts'
import { distanceOf } from '../core/similar-words.ts'
import type { ReadDatabase } from '../store/open.ts'
import { listCouncilNames, listNames, type Named } from './queries.ts'

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
}

/** The person with a slug or a name, or the only one whose name has all the words; throws `ToolError`. */
export async function findPersonName(
  db: ReadDatabase,
  { municipalityId, slug }: OfCouncil,
  given: string,
): Promise<Named> {
  const people = await listNames(db, { municipalityId }, { table: 'people' })
  return oneOf(`person of ${slug}`, given, people)
}

/** The same for a council, committee or board. */
export async function findBodyName(
  db: ReadDatabase,
  { municipalityId, slug }: OfCouncil,
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
function oneOf(noun: string, given: string, all: readonly Named[]): Named {
  const slug = foldCase(given.trim())
  const bySlug = all.find((one) => one.slug === slug)
  if (bySlug !== undefined) return bySlug
  const words = wordsIn(given)
  const whole = words.join(' ')
  const named = all.filter(({ name }) => wordsIn(name).join(' ') === whole)
  const partly = all.filter(({ name }) => {
    const parts = new Set(wordsIn(name))
    return words.length > 0 && words.every((word) => parts.has(word))
  })
  const found = named.length > 0 ? named : partly
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const shown = JSON.stringify(shorten(given, 60))
  if (only !== undefined)
    throw new ToolError(
      `More than one ${noun} is called ${shown}; use a slug, such as ${listed(found.slice(0, 3))}.`,
    )
  const near = nearest(given, all)
  throw new ToolError(
    near.length === 0
      ? `There is no ${noun} ${shown}, nor any other.`
      : `There is no ${noun} ${shown}; some that exist: ${listed(near)}.`,
  )
}

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
    .slice(0, 3)
    .map(({ one }) => one)
}
