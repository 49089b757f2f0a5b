import {
  type RecordNumber,
  recordNumberIn,
  titleWords,
  typedNumberGroups,
} from '../../core/bylaw-number.ts'
import { isCalendarDate } from '../../core/calendar-date.ts'
import { foldText } from '../../core/fold.ts'
import { monthOf } from '../../core/month.ts'
import { personTitles } from '../../core/person-titles.ts'
import { ApiError } from '../../http/errors.ts'
import { wordCount } from '../../resources/search/queries.ts'
import { type SearchItem, searchTypes } from '../../resources/search/schema.ts'
import { toSearchItem } from '../../resources/search/v1.represent.ts'
import { noResults, type SearchResponse, type SearchRow } from '../../store/search/search.ts'
import type { SearchPageQuery } from '../schema.ts'
import type { Visit } from '../visit.ts'
import { type BesideSearch, findBesideSearch, type Mentions } from './queries.ts'

const resultsPerPage = 20

export interface SearchOnPage extends BesideSearch, Omit<SearchResponse, 'rows'> {
  results: SearchItem[]
  hasMore: boolean
  /** What became of the matters of the results, by their slugs. */
  matters: ReadonlyMap<string | null, SearchRow['matter_outcome']>
  /** How many of the results match; the others also mention the words. */
  aboveOnPage: number
}

/** The search, and one further statement. */
export async function readSearch(visit: Visit): Promise<SearchOnPage> {
  const { store, municipality } = visit
  const { q, page, query } = paramsOf(visit)
  const found = q === '' ? noResults : await findRows(visit)
  const { rows, ...about } = found
  const results = rows.slice(0, resultsPerPage).map(toSearchItem)
  const all = results.flatMap((result) => [result, ...result.others])
  const slugsOf = (kind: string) => all.filter(({ type }) => type === kind).map(({ slug }) => slug)
  const beside = await findBesideSearch(store.db, {
    municipalityId: municipality.id,
    today: visit.today,
    mentions: mentionsIn(page === 1 ? q : ''),
    items: slugsOf('agenda_item'),
    motions: slugsOf('motion'),
  })
  const { counts } = about
  // By date, records with all words come first.
  const first = query.sort === 'date' ? counts.all || results.length : counts.above
  const aboveOnPage = counts.isMore
    ? results.length
    : Math.max(0, first - (page - 1) * resultsPerPage)
  const matters = new Map(rows.map((row) => [row.matter_slug, row.matter_outcome]))
  const hasMore = rows.length > resultsPerPage
  return { ...beside, ...about, results, matters, hasMore, aboveOnPage }
}

function findRows(visit: Visit) {
  const { q, page, query } = paramsOf(visit)
  const { count, max } = wordCount(q)
  if (count > max)
    throw new ApiError('VALIDATION_ERROR', `q must have at most ${max} words, not ${count}.`)
  const { type, match = 'best', date_from: from, date_to: to, sort, organization, person } = query
  const kinds = type === undefined ? Object.values(searchTypes) : [searchTypes[type]]
  return visit.store.search({
    ...{ municipalityId: visit.municipality.id, q, match, sort, kinds },
    ...{ from, to, organization, person },
    countsMonths: true,
    client: visit.client,
    ...{ limit: resultsPerPage + 1, offset: (page - 1) * resultsPerPage },
  })
}

export function paramsOf({ query }: Visit) {
  const params = query as SearchPageQuery
  return { q: (params.q ?? '').trim(), page: params.page ?? 1, query: params }
}

const wordsMax = 4
const lettersMin = 2
const bodyLettersMin = 4
const numberLengthMax = 60
const wardNumber = /\b(?:ward|quartier) (?:no\.? ?|number |numero )?#?(\d{1,3})\b/

export function mentionsIn(q: string): Mentions {
  const text = foldText(q).replaceAll('"', ' ').replace(/\s+/g, ' ').trim()
  const hasDigit = /\d/.test(text)
  const words = (text.match(/[\p{L}\p{N}'.-]+/gu) ?? []).filter((word) => !personTitles.has(word))
  const letters = words.join('').length
  const [numbered, date] = [numberIn(text), dateIn(text)]
  const { number, isAlone, isBylaw } = numbered
  const ward = wardIn(text)
  const isOther = date !== '' || ward !== ''
  const isName = !hasDigit && words.length <= wordsMax && letters >= lettersMin
  return {
    words: isName ? words : [],
    body: !hasDigit && letters >= bodyLettersMin ? titleWords(text) : [],
    numbers: isAlone || !isOther ? typedNumbers(number) : [],
    isBylaw,
    title: !isAlone && date === '' && letters >= bodyLettersMin ? titleWords(text) : [],
    ward,
    file: text.length <= numberLengthMax ? fileSlugOf(text, numbered) : '',
    date,
    question: questionIn(text),
  }
}

const wardIn = (text: string): string => String(Number(wardNumber.exec(text)?.[1] ?? 0) || '')

const typedNumbers = (number: string) => (number === '' ? [] : typedNumberGroups(number))

/** Files have slugs of their numbers; so may one that is numbered as a by-law. */
function fileSlugOf(text: string, { number, isBylaw }: RecordNumber): string {
  const name = isBylaw || number === '' ? text : number
  return /\d/.test(name) ? name.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') : ''
}

const questions = [
  /^(?:when (?:is|was) )?(?:the )?(next|upcoming|last|latest) (?:(?:city |town |municipal )?(council) )?meetings?(?: of (?:the )?(council))?\W*$/,
  /^(?:quand (?:est|a lieu|a eu lieu) |quelle est )?(?:la |les )?(prochaine|derniere)s? (?:reunion|seance)s?(?: (?:du|de) (conseil)(?: municipal)?)?\W*$/,
]
const past = ['last', 'latest', 'derniere']

/** Whether the query asks for the next or the last meeting, in English or French. */
function questionIn(text: string): Mentions['question'] {
  const match = questions.map((question) => question.exec(text)).find((found) => found !== null)
  if (match === undefined || match === null) return null
  const [, which = '', ...council] = match
  return {
    which: past.includes(which) ? 'last' : 'next',
    ofCouncil: council.some((word) => word !== undefined),
  }
}

// New York's laws are numbered 2019/097.
const localLaw = /^local law (?:no\.? ?|#)?(\d+) of (\d{4})$/

const noNumber: RecordNumber = { number: '', isAlone: false, isBylaw: false }

/** What the query is a number of; a long one names none. */
function numberIn(text: string): RecordNumber {
  const [, law, year] = localLaw.exec(text) ?? []
  if (law !== undefined) return { number: `${year}/${law}`, isAlone: true, isBylaw: true }
  return (text.length <= numberLengthMax ? recordNumberIn(text) : undefined) ?? noNumber
}

const monthFirst = /(?:^| )([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/
const dayFirst = /(?:^| )(\d{1,2})(?:er)? ([a-z]{3,9})\.?,? (\d{4})$/

/** A date such as 2026-06-03, June 3, 2026 or le 3 juin 2026, which words may precede. */
function dateIn(text: string): string {
  if (isCalendarDate(text)) return text
  const [, name = '', day = '', year = ''] = monthFirst.exec(text) ?? reordered(dayFirst.exec(text))
  // Also a misspelt one.
  const month = monthOf(name) || monthOf(name.slice(0, 3))
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : ''
}

function reordered(match: RegExpExecArray | null): string[] {
  const [all = '', day = '', name = '', year = ''] = match ?? []
  return [all, name, day, year]
}
