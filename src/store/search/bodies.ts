import { foldText } from '../../core/fold.ts'
import type { SearchDatabase } from './engine.ts'
import { isAskingWord, nameOf, type QueryTerm } from './query-terms.ts'
import { wordsOf } from './words.ts'

/** The words of the names of bodies by their initials: transit commission of ttc, the Toronto Transit Commission. */
export type BodiesByInitials = ReadonlyMap<string, readonly (readonly string[])[]>

const [lettersMin, lettersMax] = [3, 6]

/** The terms that may be initials. */
export const initialsIn = (terms: readonly QueryTerm[]): string[] =>
  terms
    .filter(({ parts, isQuoted }) => parts.length === 1 && isQuoted !== true)
    .map(nameOf)
    .filter((word) => /^[a-z]+$/.test(word))
    .filter(({ length }) => length >= lettersMin && length <= lettersMax)

/** The bodies of a municipality whose name begins like one of the words. */
export function selectBodies(db: SearchDatabase, municipalityId: number, words: readonly string[]) {
  const firsts = [...new Set(words.map((word) => word.slice(0, 1)))]
  return db
    .selectFrom('organizations')
    .select('name')
    .where('municipality_id', '=', municipalityId)
    .where((eb) =>
      eb.or(
        firsts.map((first) =>
          eb.and([eb('name_folded', '>=', first), eb('name_folded', '<', `${first}\u{ffff}`)]),
        ),
      ),
    )
    .orderBy('id')
}

/** The bodies with these initials, without articles and prepositions; texts omit the name of the municipality before theirs. */
export function bodiesByInitials(
  words: readonly string[],
  bodies: readonly { name: string }[],
  municipality: string,
): BodiesByInitials {
  const own = new Set(partsOf(municipality))
  const named = bodies.map(({ name }) => {
    const parts = partsOf(name)
    const initials = parts.filter((part) => !isAskingWord(part)).map(([first = '']) => first)
    const without = parts.slice(parts.findIndex((part) => !own.has(part)))
    return { initials: initials.join(''), name: without.length > 1 ? without : parts }
  })
  const found = words.map(
    (word) =>
      [word, named.filter(({ initials }) => initials === word).map(({ name }) => name)] as const,
  )
  return new Map(found.filter(([, names]) => names.length > 0))
}

const partsOf = (name: string): string[] =>
  [...wordsOf(foldText(name))].flatMap(({ parts }) => parts)
