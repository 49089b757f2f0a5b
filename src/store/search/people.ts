import { contains } from '../word-starts.ts'
import type { SearchDatabase } from './engine.ts'
import { nameOf, type PeopleByName, type QueryTerm } from './query-terms.ts'

const namesMax = 8
const lettersMin = 2
const partsMax = 4
const peopleMax = 200
const peoplePerNameMax = 10

/** The people whose name has the words of a term side by side, those with most votes first. */
export async function findPeople(
  db: SearchDatabase,
  municipalityId: number,
  terms: readonly QueryTerm[],
): Promise<PeopleByName> {
  const names = terms.filter(isName).map(nameOf).slice(0, namesMax)
  if (names.length === 0) return new Map()
  const people = await db
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
    .execute()
  const found = names.map((name) => {
    const named = people.filter((person) => wordsOf(person.name_folded).includes(` ${name} `))
    return [name, named.slice(0, peoplePerNameMax).map(({ id }) => id)] as const
  })
  return new Map(found.filter(([, ids]) => ids.length > 0))
}

/** A phrase is sought in the texts alone. */
function isName({ parts, isQuoted }: QueryTerm): boolean {
  if (parts.length > 1 && isQuoted) return false
  const name = parts.join('')
  return parts.length <= partsMax && name.length >= lettersMin && !/\d/.test(name)
}

const wordsOf = (name: string): string => ` ${(name.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
