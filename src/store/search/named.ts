import type { Expressions } from '../dialect/dialect.ts'
import { namesIn, peopleByName, selectPeople } from './people.ts'
import type { SearchDatabase, SearchQuery } from './search-query.ts'
import type { PeopleByName, SearchTerm } from './search-term.ts'
import { comparedWords, selectSimilar, type Vocabulary, vocabularyOf } from './suggestions.ts'

interface Named {
  /** Null without one that exists. */
  organization: number | null
  person: number | null
  people: PeopleByName
  vocabulary: Vocabulary
}

/** What the filters and the words of a query may name, and what its words may be misspelled from; one statement, or none. */
export async function findNamed(
  db: SearchDatabase,
  dialect: Expressions,
  query: SearchQuery,
  terms: readonly SearchTerm[],
): Promise<Named> {
  const { municipalityId, organization, person } = query
  const names = namesIn(terms)
  const compared = query.offset === 0 ? comparedWords(terms) : []
  if (names.length + compared.length === 0 && organization === undefined && person === undefined)
    return { organization: null, person: null, people: new Map(), vocabulary: new Map() }
  const row = await db
    .selectNoFrom(({ lit }) => [
      organization === undefined
        ? lit(null).as('organization')
        : idOfSlug(db, 'organizations', query).as('organization'),
      person === undefined ? lit(null).as('person') : idOfSlug(db, 'people', query).as('person'),
      names.length === 0
        ? lit(null).as('people')
        : dialect.jsonRows(selectPeople(db, municipalityId, names)).as('people'),
    ])
    .select(
      compared.map((word, at) => dialect.jsonRows(selectSimilar(db, word)).as(`similar_${at}`)),
    )
    .executeTakeFirstOrThrow()
  const rowsOf = <R>(name: string): R[] =>
    JSON.parse((row as unknown as Record<string, string | null>)[name] ?? '[]')
  return {
    organization: row.organization,
    person: row.person,
    people: peopleByName(names, rowsOf('people')),
    vocabulary: vocabularyOf(compared, (at) => rowsOf(`similar_${at}`)),
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
}
