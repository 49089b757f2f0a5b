import type { Kysely } from 'kysely'
import { lastOutcome } from '../../core/decisions.ts'
import { sectionAnchor } from '../../core/document-pages.ts'
import { stepsInOrder, vetoesOnMatter } from '../../core/veto.ts'
import { decisionsOnMatter } from '../decisions.ts'
import { dialectOf } from '../dialect/engines.ts'
import { type JsonRows, jsonRows, parseRows } from '../json-rows.ts'
import type { SearchKind, Tables } from '../tables.ts'
import { stepsOfVetoed, vetoStepsMax } from '../veto-steps.ts'
import { bodiesByInitials, initialsIn, selectBodies } from './bodies.ts'
import { type CouncilCounts, countCouncils } from './councils.ts'
import { dateOf, idOfRecency } from './days.ts'
import type { Match, SearchDatabase, SearchEngine, SearchFilter } from './engine.ts'
import { filterOf, type Searched } from './filter.ts'
import { highlighterOf } from './highlight.ts'
import { countMonths, type MonthCounts } from './months.ts'
import { namesIn, peopleByName, selectPeople } from './people.ts'
import { type MatchMode, type Named, noNames, planOf } from './plan.ts'
import { parseQuery, type QueryTerm, withoutAskingWords } from './query-terms.ts'
import { type SearchClient, searchQueue } from './queue.ts'
import { documentsOf, missingIn, type RankedRecord, rankRecords, type SearchSort } from './rank.ts'
import {
  comparedWords,
  type SimilarWords,
  selectSimilarTo,
  similarWords,
  suggestionsFor,
} from './suggestions.ts'

export interface SearchQuery extends Searched {
  q: string
  match: MatchMode
  /** Default: `relevance`. */
  sort?: SearchSort | undefined
  limit: number
  offset: number
  /** Above it the rows are only counted. Default: `limit`. */
  rowsMax?: number | undefined
  /** Whether to suggest other queries if no record has all words. Default: on the first page. */
  suggests?: boolean
  /** Whether to count all matches by their months. */
  countsMonths?: boolean
  /** Whether to count all matches by municipality; of all municipalities. */
  countsCouncils?: boolean
  /** Instead of results: the ids of the newest records with all words in their text, up to this many. */
  idsMax?: number
  client?: SearchClient
  /** Default: `searchBounds`. */
  bounds?: SearchBounds
}

/** Limits that bound the cost of a search for common words. */
export interface SearchBounds {
  /** How many of the newest matches are ranked; all others follow, newest first. */
  rankedMax: number
  /** See `SearchFilter`. */
  compared: number
  recent: number
  /** How many of the newest matches are counted by their months. */
  countedMax: number
  /** How many of the newest matches of all municipalities are counted by them. */
  councilsMax: number
}

export const searchBounds: SearchBounds = {
  rankedMax: 2000,
  compared: 10_000,
  recent: 20_000,
  countedMax: 30_000,
  councilsMax: 10_000,
}

/** Score of unranked matches; ranked ones always score higher. */
export const unrankedScore = 1e-9

/** A document of the same record as a result. */
interface GroupedRow {
  kind: SearchKind
  slug: string
  meeting_slug: string | null
  date: string | null
  /** Of a section of a document: the document, the page of it, and where the section is on that. */
  document_slug: string | null
  document_page: number | null
  section_anchor: string | null
}

export interface SearchRow extends GroupedRow {
  municipality_id: number
  title: string
  snippet: string
  /** The start and the end of each word of the query in the snippet. */
  highlights: readonly [start: number, end: number][]
  /** Greater than 0; higher is better; comparable across kinds within one municipality. */
  score: number
  meeting_date: string | null
  matter_slug: string | null
  matter_title: string | null
  /** What became of the matter; see `lastOutcome`. */
  matter_outcome: ReturnType<typeof outcomeOf>
  /** See `MattersTable.lapsed_on`. */
  lapsed_on: string | null
  bylaw_slug: string | null
  document_title: string | null
  /** Words of the query that the record lacks. */
  missing_words: readonly string[]
  /** When the motion, or else the meeting, the matter or the by-law, last changed. */
  updated_at: string | null
  others: readonly GroupedRow[]
}

export interface SearchResponse {
  rows: SearchRow[]
  /** How many rows there are from `offset` on, up to `limit`. */
  rowCount: number
  /** Whether a record has all words, some, or none is found. */
  matched: 'all' | 'some' | 'none'
  /** How many results have all words, how many only some, and how many have more than half of the best score; `isMore` if older ones are not counted. */
  counts: { all: number; some: number; above: number; isMore: boolean }
  /** The words that were searched, if there are more than a search reads. */
  searched: readonly string[]
  /** Queries that find something, if no record has all words. */
  suggestions: readonly string[]
  /** Of any day, whatever the dates of the query; undefined if it does not ask for them. */
  months?: MonthCounts | undefined
  /** Undefined if the query does not ask for them. */
  councils?: CouncilCounts | undefined
  /** Undefined if the query does not ask for them. */
  ids?: number[] | undefined
}

export const noResults: SearchResponse = {
  ...{ rows: [], rowCount: 0, matched: 'none', searched: [], suggestions: [] },
  counts: { all: 0, some: 0, above: 0, isMore: false },
}

/** Throws `TooManySearches`. */
export type Search = (query: SearchQuery) => Promise<SearchResponse>

// Leaves connections of PostgreSQL to other requests, and searches to other clients.
const inQueue = searchQueue(4, 2)

const isSuggesting = ({ suggests, offset }: SearchQuery): boolean => suggests ?? offset === 0

/** The newest matches, best first; then all others, newest first. A query without a word finds nothing. */
export const searchOn =
  (db: Kysely<Tables> | SearchDatabase, engine: SearchEngine): Search =>
  async (query) => {
    const terms = parseQuery(query.q)
    if (terms.length === 0 || query.kinds.length === 0) return noResults
    const search = query.idsMax === undefined ? searchFor : searchIds
    return inQueue(query.client, () => search(terms, query, { db, engine }))
  }

/** Without the names of people: a word that is one too would find every vote of that person. */
async function searchIds(
  written: readonly QueryTerm[],
  query: SearchQuery,
  { db, engine }: { db: SearchDatabase; engine: SearchEngine },
): Promise<SearchResponse> {
  const none = { organization: null, person: null }
  const filter = filterOf(query, none, query.bounds ?? searchBounds)
  if (filter === undefined) return noResults
  const { found: match } = planOf(written, 'all', noNames)
  const [list = []] = await engine.newest(db, filter, [{ match, limit: query.idsMax ?? 0 }])
  const { arrayParam, inArray } = dialectOf(db)
  const documents = arrayParam(list.map(idOfRecency))
  const rows = await db
    .selectFrom('search_documents')
    .select('entry_id')
    .where(({ ref }) => inArray(ref('id'), documents))
    .execute()
  return { ...noResults, ids: rows.map(({ entry_id: id }) => id) }
}

async function searchFor(
  written: readonly QueryTerm[],
  query: SearchQuery,
  { db, engine }: { db: SearchDatabase; engine: SearchEngine },
): Promise<SearchResponse> {
  const terms = withoutAskingWords(written)
  const { organization, person, recordCount, similar, ...named } = await readNames(query, terms, db)
  const { limit, offset, rowsMax = limit, sort, bounds = searchBounds } = query
  const { rankedMax, countedMax } = bounds
  const filter = filterOf(query, { organization, person }, bounds)
  if (filter === undefined) return noResults
  const plan = planOf(written, query.match, named)
  const isGrouped = query.kinds.length > 1
  const ranking = { db, engine, filter, recordCount, rankedMax, isGrouped, sort }
  const { records, all, above, isCut } = await rankRecords(plan, ranking)
  const shown = records.slice(offset, offset + limit)
  const left = limit - shown.length
  const older =
    isCut && left > 0
      ? await readOlder(plan.found, { db, engine, filter, rankedMax, records, offset, left })
      : []
  const unranked = { score: unrankedScore, missing: [] }
  const found = [
    ...shown.map((record) => ({
      ...{ score: record.score, documents: documentsOf(record) },
      missing: missingIn(record, plan),
    })),
    ...older.map((recency) => ({ ...unranked, documents: [recency] })),
  ]
  const rows = found.length > rowsMax ? [] : await readRows(found, terms, db)
  const counts = { all, some: records.length - all, above, isMore: isCut }
  const matched = all > 0 ? 'all' : counts.some > 0 ? 'some' : 'none'
  const suggestions =
    matched === 'all' || !isSuggesting(query)
      ? []
      : await suggestionsFor(terms, {
          ...{ db, engine, filter, named, similar },
          isEmpty: records.length === 0,
        })
  const counted = await countMatches(plan.found, query, {
    db,
    engine,
    filter,
    countedMax,
    isGrouped,
  })
  const searched = plan.isShortened ? plan.terms.map(({ written: word }) => word) : []
  return { rows, rowCount: found.length, matched, counts, searched, suggestions, ...counted }
}

/** The matches by month or by municipality, if the query asks for that. */
async function countMatches(
  found: Match,
  { countsMonths, countsCouncils, bounds = searchBounds }: SearchQuery,
  counting: Parameters<typeof countMonths>[1],
): Promise<Pick<SearchResponse, 'months' | 'councils'>> {
  if (countsCouncils === true)
    return {
      councils: await countCouncils(found, { ...counting, countedMax: bounds.councilsMax }),
    }
  return countsMonths === true ? { months: await countMonths(found, counting) } : {}
}

interface Older {
  db: SearchDatabase
  engine: SearchEngine
  filter: SearchFilter
  rankedMax: number
  records: readonly RankedRecord[]
  offset: number
  left: number
}

/** Texts with all words that are too old to be ranked, but for those that are ranked by their titles. */
async function readOlder(
  found: Match,
  { db, engine, filter, rankedMax, records, offset, left }: Older,
): Promise<number[]> {
  const listed = new Set(records.flatMap(({ texts }) => texts.map(({ recency }) => recency)))
  const repeated = Math.max(0, listed.size - rankedMax)
  const skipped = Math.max(0, offset - records.length)
  const limit = skipped + left + repeated
  const [list = []] = await engine.newest(db, filter, [{ match: found, limit, offset: rankedMax }])
  return list.filter((recency) => !listed.has(recency)).slice(skipped, skipped + left)
}

interface Names extends Named {
  /** Null without a filter, or if it names nothing. */
  organization: number | null
  person: number | null
  similar: SimilarWords
  /** About how many records the municipality has, of which each text is a part. */
  recordCount: number
}

// A municipality may be deleted before it is searched.
const unnamed = { name: '', matter_count: 0, motion_count: 0 }

function selectCounts(db: SearchDatabase, id: number | null) {
  const municipalities = db.selectFrom('municipalities')
  if (id !== null)
    return municipalities.select(['name', 'matter_count', 'motion_count']).where('id', '=', id)
  return municipalities.select(({ fn, val }) => [
    val('').as('name'),
    fn.coalesce(fn.sum<number>('matter_count'), val(0)).as('matter_count'),
    fn.coalesce(fn.sum<number>('motion_count'), val(0)).as('motion_count'),
  ])
}

/** What the filters and the words of a query name, and words of the index that are like its own; one statement. */
async function readNames(
  query: SearchQuery,
  terms: readonly QueryTerm[],
  db: SearchDatabase,
): Promise<Names> {
  const { municipalityId, organization, person } = query
  // In all of them nothing is looked up by name.
  const council = municipalityId ?? 0
  const [names, initials] = municipalityId === null ? [[], []] : [namesIn(terms), initialsIn(terms)]
  const [first, ...others] = isSuggesting(query) ? comparedWords(terms) : []
  const compared = first === undefined ? undefined : ([first, ...others] as const)
  const idOf = (table: 'organizations' | 'people', slug: string) =>
    db
      .selectFrom(table)
      .select('id')
      .where('municipality_id', '=', council)
      .where('slug', '=', slug)
  const row = await db
    .selectNoFrom(({ lit }) => [
      jsonRows(db, selectCounts(db, municipalityId)).as('municipality'),
      organization === undefined
        ? lit(null).as('organization')
        : idOf('organizations', organization).as('organization'),
      person === undefined ? lit(null).as('person') : idOf('people', person).as('person'),
      names.length === 0
        ? lit(null).as('people')
        : jsonRows(db, selectPeople(db, council, names)).as('people'),
      initials.length === 0
        ? lit(null).as('bodies')
        : jsonRows(db, selectBodies(db, council, initials)).as('bodies'),
      compared === undefined
        ? lit(null).as('similar')
        : jsonRows(db, selectSimilarTo(db, compared)).as('similar'),
    ])
    .executeTakeFirstOrThrow()
  const rowsOf = <Row>(text: JsonRows<Row> | null): Row[] => (text === null ? [] : parseRows(text))
  const [{ name, matter_count: matters, motion_count: motions } = unnamed] = rowsOf(
    row.municipality,
  )
  return {
    ...{ organization: row.organization, person: row.person },
    people: peopleByName(names, rowsOf(row.people)),
    bodies: bodiesByInitials(initials, rowsOf(row.bodies), name),
    similar: similarWords(compared ?? [], rowsOf(row.similar)),
    recordCount: matters + motions,
  }
}

const othersMax = 10

interface Result {
  score: number
  /** By recency, the one that is shown first. */
  documents: readonly number[]
  missing: readonly string[]
}

/** The rows of the results, with the other documents of each record. */
async function readRows(
  records: readonly Result[],
  terms: readonly QueryTerm[],
  db: SearchDatabase,
): Promise<SearchRow[]> {
  if (records.length === 0) return []
  const found = records.map((record) => ({
    ...record,
    ids: record.documents.slice(0, othersMax + 1).map(idOfRecency),
  }))
  const shown = found.map(({ ids: [id = 0] }) => id)
  const documents = await documentRows(
    db,
    shown,
    found.flatMap(({ ids }) => ids),
  )
  const rows = new Map(documents.map((row) => [row.id, row]))
  const { rangesIn, snippetOf } = highlighterOf(terms)
  return found.flatMap(({ ids, score, missing }) => {
    const [row, ...others] = ids.map((id) => rows.get(id))
    if (row === undefined) return []
    const { id: _, day, body, section, decided, steps, matter_status, ...columns } = row
    const snippet = snippetOf(row.title, body)
    return {
      ...columns,
      ...sectionOf(row),
      ...{ score, snippet, highlights: rangesIn(snippet), date: dateOf(day) },
      matter_outcome: outcomeOf(row),
      missing_words: missing,
      others: others.flatMap((other) => (other === undefined ? [] : groupedRow(other))),
    }
  })
}

/** What became of the matter of a document that is shown. */
function outcomeOf({ decided, steps, matter_status: status }: OutcomeRow) {
  const vetoes = steps === null ? [] : vetoesOnMatter(stepsInOrder(parseRows(steps)), status)
  return lastOutcome(decided === null ? [] : parseRows(decided), vetoes)
}
type OutcomeRow = Pick<DocumentRow, 'decided' | 'steps' | 'matter_status'>

const groupedRow = ({ kind, slug, meeting_slug, day, ...row }: DocumentRow): GroupedRow => ({
  ...{ kind, slug, meeting_slug, date: dateOf(day) },
  ...sectionOf(row),
})

const sectionOf = ({
  document_slug,
  document_page,
  section,
}: Pick<DocumentRow, 'document_slug' | 'document_page' | 'section'>) => ({
  ...{ document_slug, document_page },
  section_anchor: section === null ? null : sectionAnchor(section),
})

type DocumentRow = Awaited<ReturnType<typeof documentRows>>[number]

/** Documents, with the bodies of those that are shown. */
function documentRows(db: SearchDatabase, shown: readonly number[], ids: readonly number[]) {
  return db
    .selectFrom('search_documents as d')
    .leftJoin('meetings', 'meetings.id', 'd.meeting_id')
    .leftJoin('matters', 'matters.id', 'd.matter_id')
    .leftJoin('document_sections', (join) =>
      join.onRef('document_sections.id', '=', 'd.entry_id').on('d.kind', '=', 'document_section'),
    )
    .leftJoin('documents', 'documents.id', 'document_sections.document_id')
    .leftJoin('bylaws', 'bylaws.id', 'documents.bylaw_id')
    .leftJoin('motions', (join) =>
      join.onRef('motions.id', '=', 'd.entry_id').on('d.kind', '=', 'motion'),
    )
    .select(['d.id', 'd.municipality_id', 'd.kind', 'd.slug', 'd.day'])
    .select(({ fn }) => fn.coalesce('motions.title', 'd.title').as('title'))
    .select(({ eb, ref }) =>
      eb.case().when('d.id', 'in', shown).then(ref('d.body')).else('').end().as('body'),
    )
    .select(({ eb, ref }) =>
      eb
        .case()
        .when('d.id', 'in', shown)
        .then(jsonRows(db, decisionsOnMatter(ref('d.matter_id'))))
        .end()
        .as('decided'),
    )
    .select(({ eb, ref }) =>
      eb
        .case()
        .when('d.id', 'in', shown)
        .then(jsonRows(db, stepsOfVetoed(ref('d.matter_id').$notNull()), vetoStepsMax))
        .end()
        .as('steps'),
    )
    .select('matters.status as matter_status')
    .select(['meetings.slug as meeting_slug', 'meetings.date as meeting_date'])
    .select(['matters.slug as matter_slug', 'matters.title as matter_title', 'matters.lapsed_on'])
    .select(['bylaws.slug as bylaw_slug', 'documents.title as document_title'])
    .select(['documents.slug as document_slug', 'document_sections.page as document_page'])
    .select('document_sections.position as section')
    .select(({ fn }) =>
      fn
        .coalesce(
          'motions.updated_at',
          'meetings.updated_at',
          'matters.updated_at',
          'bylaws.updated_at',
        )
        .as('updated_at'),
    )
    .where('d.id', 'in', ids)
    .execute()
}
