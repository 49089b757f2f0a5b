import type { Kysely } from 'kysely'
import type { SqlDialect } from '../dialect/dialect.ts'
import type { Tables } from '../tables.ts'
import type { PeopleByWord, SearchTerm } from './query.ts'

const wordsMax = 8
const lettersMin = 3
const peopleMax = 200
const peoplePerWordMax = 10

/** The words of a query that may be names. */
export function nameWords(terms: readonly SearchTerm[]): string[] {
  return terms.flatMap(({ parts: [word = '', ...more] }) => (isName(word, more) ? [word] : []))
}

/** The people whose name has a word, those with most votes first. */
export function selectPeople(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
  dialect: Pick<SqlDialect, 'contains'>,
  municipalityId: number,
  words: readonly string[],
) {
  return db
    .selectFrom('people')
    .select(['id', 'name_folded'])
    .where('municipality_id', '=', municipalityId)
    .where('removed_at', 'is', null)
    .where(({ or, ref }) =>
      or(words.slice(0, wordsMax).map((word) => dialect.contains(ref('name_folded'), word))),
    )
    .orderBy('votes_for', 'desc')
    .orderBy('id')
    .limit(peopleMax)
}

/** The ids of people by each word of their name. */
export function peopleByWord(
  words: readonly string[],
  people: readonly { id: number; name_folded: string }[],
): PeopleByWord {
  const found = words.map((word) => {
    const named = people.filter(({ name_folded: name }) => wordsOfName(name).includes(word))
    return [word, named.slice(0, peoplePerWordMax).map(({ id }) => id)] as const
  })
  return new Map(found.filter(([, ids]) => ids.length > 0))
}

const isName = (word: string, more: readonly string[]): boolean =>
  more.length === 0 && word.length >= lettersMin && !/\d/.test(word)

const wordsOfName = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? []
