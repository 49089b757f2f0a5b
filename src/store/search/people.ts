import { contains } from '../word-starts.ts'
import type { SearchDatabase } from './engine.ts'
import { nameOf, type PeopleByName, type QueryTerm } from './query-terms.ts'

const namesMax = 8
const lettersMin = 2
const partsMax = 4
const peopleMax = 200
const peoplePerNameMax = 10

/** The terms that may be names of people, as they are written in one. */
export const namesIn = (terms: readonly QueryTerm[]): string[] =>
  terms.filter(isName).map(nameOf).slice(0, namesMax)

/** People of whom a name may have the words of one of the names, those with most votes first. */
export function selectPeople(db: SearchDatabase, municipalityId: number, names: readonly string[]) {
  return db
    .selectFrom('people')
    .select(['id', 'names_folded'])
    .where('municipality_id', '=', municipalityId)
    .where(({ and, or, ref }) =>
      or(
        names.map((name) =>
          and(name.split(' ').map((part) => contains(ref('names_folded'), part))),
        ),
      ),
    )
    .orderBy('votes_for', 'desc')
    .orderBy('id')
    .limit(({ lit }) => lit(peopleMax))
}

/** The people of whom a name has the words of a name side by side. */
export function peopleByName(
  names: readonly string[],
  people: readonly { id: number; names_folded: string }[],
): PeopleByName {
  const found = names.map((name) => {
    const named = people.filter((person) =>
      person.names_folded.split('\n').some((one) => wordsOf(one).includes(` ${name} `)),
    )
    return [name, named.slice(0, peoplePerNameMax).map(({ id }) => id)] as const
  })
  return new Map(found.filter(([, ids]) => ids.length > 0))
}

/** A phrase is looked up in the texts alone. */
function isName({ parts, isQuoted }: QueryTerm): boolean {
  if (parts.length > 1 && isQuoted) return false
  const name = parts.join('')
  return parts.length <= partsMax && name.length >= lettersMin && !/\d/.test(name)
}

const wordsOf = (name: string): string => ` ${(name.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
