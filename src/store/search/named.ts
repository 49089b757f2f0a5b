import type { SqlDialect } from '../dialect/dialect.ts'
import { nameWords, peopleByWord, selectPeople } from './people.ts'
import type { PeopleByWord, SearchTerm } from './query.ts'
import type { SearchDatabase, SearchQuery } from './search-query.ts'
import { type SimilarWords, selectSimilar, similarTo, unknownWords } from './suggestions.ts'

interface Named {
  /** Null without one that exists. */
  organization: number | null
  person: number | null
  people: PeopleByWord
  similar: SimilarWords
}

/** What the filters and the words of a query may name, and what its words may be misspelled from; one statement, or none. */
export async function findNamed(
  db: SearchDatabase,
  dialect: SqlDialect,
  query: SearchQuery,
  terms: readonly SearchTerm[],
): Promise<Named> {
  const { municipalityId, organization, person } = query
  const names = nameWords(terms)
  const unknown = query.offset === 0 ? unknownWords(terms) : []
  if (names.length + unknown.length === 0 && organization === undefined && person === undefined)
    return { organization: null, person: null, people: new Map(), similar: () => [] }
  const row = await db
    .selectNoFrom(({ lit }) => [
      organization === undefined
        ? lit(null).as('organization')
        : idOfSlug(db, 'organizations', query).as('organization'),
      person === undefined ? lit(null).as('person') : idOfSlug(db, 'people', query).as('person'),
      names.length === 0
        ? lit(null).as('people')
        : dialect.jsonRows(selectPeople(db, dialect, municipalityId, names)).as('people'),
    ])
    .select(
      unknown.map((word, at) => dialect.jsonRows(selectSimilar(db, word)).as(`similar_${at}`)),
    )
    .executeTakeFirstOrThrow()
  const rowsOf = <R>(name: string): R[] =>
    JSON.parse((row as unknown as Record<string, string | null>)[name] ?? '[]')
  return {
    organization: row.organization,
    person: row.person,
    people: peopleByWord(names, rowsOf('people')),
    similar: (word) => similarTo(word, rowsOf(`similar_${unknown.indexOf(word)}`)),
  }
}

function idOfSlug(
  db: SearchDatabase,
  table: 'organizations' | 'people',
  { municipalityId, organization, person }: SearchQuery,
) {
  const slug = table === 'people' ? person : organization
  return db
    .selectFrom(table)
    .select('id')
    .where('municipality_id', '=', municipalityId)
    .where('slug', '=', slug ?? '')
    .where('removed_at', 'is', null)
}
