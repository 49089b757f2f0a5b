import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { contains } from '../word-starts.ts'
import { nameOf, type PeopleByName, type SearchTerm } from './search-term.ts'

const namesMax = 8
const lettersMin = 2
const partsMax = 4
const peopleMax = 200
const peoplePerNameMax = 10

/** The terms of a query that may be names. */
export const namesIn = (terms: readonly SearchTerm[]): string[] =>
  terms.filter(isName).map(nameOf).slice(0, namesMax)

/** The people whose name may have one of these, those with most votes first. */
export function selectPeople(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
  municipalityId: number,
  names: readonly string[],
) {
  return db
    .selectFrom('people')
    .select(['id', 'name_folded'])
    .where('municipality_id', '=', municipalityId)
    .where(({ and, or, ref }) =>
      or(
        names.map((name) => and(name.split(' ').map((part) => contains(ref('name_folded'), part)))),
      ),
    )
    .orderBy('votes_for', 'desc')
    .orderBy('id')
    .limit(peopleMax)
}

/** The ids of people whose name has these words side by side. */
export function peopleByName(
  names: readonly string[],
  people: readonly { id: number; name_folded: string }[],
): PeopleByName {
  const found = names.map((name) => {
    const named = people.filter((person) => wordsOf(person.name_folded).includes(` ${name} `))
    return [name, named.slice(0, peoplePerNameMax).map(({ id }) => id)] as const
  })
  return new Map(found.filter(([, ids]) => ids.length > 0))
}

/** A phrase is sought in the texts alone. */
const isName = ({ parts, isQuoted }: SearchTerm): boolean => {
  if (parts.length > 1 && isQuoted) return false
  const name = parts.join('')
  return parts.length <= partsMax && name.length >= lettersMin && !/\d/.test(name)
}

const wordsOf = (name: string): string => ` ${(name.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
