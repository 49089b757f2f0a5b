import type { NamedTable } from '../../resources/_shared/queries.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { recordName } from '../council-context.ts'
import { type Locale, wordOf } from '../locale.ts'
import { outcomeNames } from '../parts/outcome-names.ts'
import type { Visit } from '../visit.ts'

/** Filters by slug, and the table of the records that they name. */
const tableOf = {
  ...{ organization: 'organizations', person: 'people', mover: 'people', voter: 'people' },
  ...{ matter: 'matters', meeting: 'meetings', bylaw: 'bylaws' },
} as const satisfies Readonly<Record<string, NamedTable>>

/** What a feed is filtered by, in words; at most one statement. */
export async function readFilterNames(db: ReadDatabase, visit: Visit): Promise<string[]> {
  const given = Object.entries(visit.query).filter(([, value]) => value !== undefined)
  const slugged = given.flatMap(([name, value]) =>
    isSlugged(name) ? [{ name, slug: String(value).toLowerCase() }] : [],
  )
  const names = slugged.length === 0 ? new Map() : await findNames(db, visit, slugged)
  return given.map(([name, value]) => nameOfFilter(visit, name, names.get(name) ?? value))
}

const isSlugged = (name: string): name is keyof typeof tableOf => Object.hasOwn(tableOf, name)

interface Slugged {
  name: keyof typeof tableOf
  slug: string
}

async function findNames(db: ReadDatabase, visit: Visit, slugged: readonly Slugged[]) {
  const { municipality, locale } = visit
  const read = (table: NamedTable, column: 'name' | 'title') =>
    db
      .selectFrom(table as 'people')
      .select(['slug', `${column} as name` as 'name'])
      .where('municipality_id', '=', municipality.id)
      .where(
        'slug',
        'in',
        slugged
          .filter(({ name }) => tableOf[name] === table)
          .map(({ slug }) => slug)
          .concat(''),
      )
  const row = await db
    .selectNoFrom([
      jsonRows(db, read('organizations', 'name')).as('organizations'),
      jsonRows(db, read('people', 'name')).as('people'),
      jsonRows(db, read('matters', 'title')).as('matters'),
      jsonRows(db, read('meetings', 'title')).as('meetings'),
      jsonRows(db, read('bylaws', 'title')).as('bylaws'),
    ])
    .executeTakeFirstOrThrow()
  return new Map(
    slugged.flatMap(({ name, slug }) => {
      const found = parseRows(row[tableOf[name]]).find((one) => one.slug === slug)
      return found === undefined ? [] : [[name, recordName(municipality, locale, found.name)]]
    }),
  )
}

/** A filter as the form of its page shows it. */
function nameOfFilter({ municipality, locale }: Visit, name: string, value: unknown): string {
  const { words, date } = locale
  const label = labelsIn(words)[name] ?? name
  if (typeof value === 'boolean') return value ? label : words.list.opposite(label)
  const text = String(value)
  if (name === 'date_from' || name === 'date_to') return `${label} ${date(text)}`
  if (name === 'outcome') return outcomeNames(text, words)
  const named = valuesIn(words)[name]
  if (named !== undefined) return wordOf(named, text) ?? text
  if (isSlugged(name) || name === 'status') return recordName(municipality, locale, text)
  return words.feeds.filter(label, text)
}

/** The words for the values of a filter. */
function valuesIn(
  words: Locale['words'],
): Readonly<Record<string, Readonly<Record<string, string>> | undefined>> {
  return {
    result: words.genders.feminine.results,
    kind: { ...words.motion.kinds, ...words.registers.kinds },
    ...{ value: words.votes, type: words.search.types, show: words.votesPage.shows },
  }
}

function labelsIn(words: Locale['words']): Readonly<Record<string, string | undefined>> {
  const { list, motions, votesPage, meetings, bylaws } = words
  return {
    ...{ date_from: list.from, date_to: list.to },
    ...{ contested: motions.contestedOnly, has_votes: motions.recordedOnly },
    ...{ dissent: votesPage.dissent, has_recorded_votes: meetings.withVotes },
    ...{ category: bylaws.category, year: bylaws.year, q: bylaws.q },
  }
}
