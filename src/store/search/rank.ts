import type { SearchKind } from '../tables.ts'
import { idOfRecency } from './days.ts'
import {
  hasPhrases,
  type Match,
  type SearchDatabase,
  type SearchEngine,
  type SearchFilter,
  withoutOrder,
} from './engine.ts'
import type { Plan, PlannedTerm } from './plan.ts'

/** Best first, or newest first. */
export type SearchSort = 'relevance' | 'date'

/** A text that is found, and which terms it has, as masks of their bits. */
interface RankedText {
  recency: number
  anywhere: number
  titles: number
  /** Of its record. */
  key: number
  rank: number
  score: number
}

/** A record that is found. */
export interface RankedRecord {
  score: number
  texts: readonly RankedText[]
  /** The text that matches best. */
  best: RankedText
  /** The terms that it has. */
  has: number
  newest: number
}

/** The texts of a record by recency, the one that matches best first. */
export const documentsOf = ({ texts }: RankedRecord): number[] =>
  texts.toSorted(byMatch).map(({ recency }) => recency)

/** The words that a record lacks. */
export const missingIn = ({ has }: RankedRecord, { terms }: Plan): string[] =>
  terms.filter((_, at) => (has & (1 << at)) === 0).map(({ written }) => written)

/** Position of a kind among documents of one record. */
export const ranks = {
  matter: 5,
  motion: 4,
  agenda_item: 3,
  key_statement: 2,
  document_section: 2,
} satisfies Record<SearchKind, number>

export const headingRank = 0

interface Ranking {
  records: readonly RankedRecord[]
  /** How many have all words. */
  all: number
  /** How many have more than half of the best score. */
  above: number
  /** Whether older documents have all words too; they are not ranked. */
  isCut: boolean
}

interface Options {
  db: SearchDatabase
  engine: SearchEngine
  filter: SearchFilter
  /** About how many records the municipality has. */
  recordCount: number
  /** How many of the newest documents of each list are ranked. */
  rankedMax: number
  /** Whether documents of one record are one result. */
  isGrouped: boolean
  sort: SearchSort | undefined
}

/**
 * The constants of BM25F with one occurrence a field and without normalisation by length (Robertson and Zaragoza, The
 * Probabilistic Relevance Framework, 2009); docs/explanation/search.md says what each is worth.
 */
const weights = {
  /** A word in the title or the number of a text. */
  title: 3,
  /** A word in the text. */
  text: 1,
  /** A word in the summary of a matter. */
  summary: 2,
  /** A word in another text of the record only. */
  elsewhere: 0.3,
  /** A heading of an agenda, which is found by its words alone. */
  heading: 0.05,
  /** Of the best score, what divides the records that match from those that also mention the words. */
  above: 0.5,
}

// Of texts whose record is not read yet.
const noKey = -1

// Scores are rounded to it.
const rounding = 0.001

/** Ranks the newest documents of each word of a plan. */
export async function rankRecords(plan: Plan, options: Options): Promise<Ranking> {
  const { db, engine, isGrouped, sort, recordCount } = options
  const filter = withShares(options.filter, plan)
  const terms = await readTerms(plan, { ...options, filter })
  const { documents, isCut } = await readDocuments(plan, terms, { ...options, filter })
  for (const { id, group_key, rank } of await engine.standingsOf(db, [...documents.keys()])) {
    const text = documents.get(id)
    if (text === undefined) continue
    text.key = isGrouped ? Number(group_key) : id
    text.rank = rank
  }
  // A text without a record was deleted meanwhile.
  const texts = [...documents.values()].filter(({ key }) => key !== noKey)
  const groups = [...Map.groupBy(texts, ({ key }) => key).values()]
  const count = Math.max(recordCount, groups.length)
  const scoring = { idf: terms.map((term) => rarityOf(term, groups, count)), ...masksOf(plan) }
  const records = groups.flatMap((group) => recordOf(group, scoring) ?? [])
  const best = records.reduce((most, { score }) => Math.max(most, score), 0)
  return {
    records: records.sort(sort === 'date' ? byDate(scoring) : byScore),
    all: records.filter(({ has }) => has === scoring.all).length,
    // A record of half the score must not be above the line by rounding.
    above: records.filter(({ score }) => score > weights.above * best + rounding).length,
    isCut,
  }
}

/** All terms, and those that every record must have. */
const masksOf = ({ mode, terms }: Plan) => ({
  all: 2 ** terms.length - 1,
  required: terms.reduce(
    (mask, { isQuoted }, at) => (mode === 'best' && isQuoted ? mask | (1 << at) : mask),
    0,
  ),
})

/** Several phrases share the documents that are read for their order. */
const withShares = (filter: SearchFilter, { terms }: Plan): SearchFilter => {
  const phrases = terms.filter(({ anywhere }) => hasPhrases(anywhere)).length
  return { ...filter, compared: Math.ceil(filter.compared / Math.max(1, phrases)) }
}

const byScore = (a: RankedRecord, b: RankedRecord) => b.score - a.score || b.newest - a.newest

/** By the date of the text that is shown: records with all words, then those with some. */
const byDate =
  ({ all }: Scoring) =>
  (a: RankedRecord, b: RankedRecord): number =>
    Number(a.has !== all) - Number(b.has !== all) || b.best.recency - a.best.recency

const byMatch = (a: RankedText, b: RankedText): number =>
  b.score - a.score || b.rank - a.rank || b.recency - a.recency

interface ReadTerm extends PlannedTerm {
  /** Of the masks of a document. */
  bit: number
  /** The newest documents that have it. */
  list: readonly number[]
  /** Whether it has more documents than are found by it. */
  isCut: boolean
}

/** The newest documents with each term; one statement. */
async function readTerms(plan: Plan, options: Options): Promise<ReadTerm[]> {
  const { db, engine, filter, rankedMax: limit } = options
  const queries = plan.terms.map(({ anywhere }) => ({ match: anywhere, limit }))
  const lists = await engine.newest(db, filter, queries)
  return plan.terms.map((term, at) => {
    const list = lists[at] ?? []
    const isCut = plan.mode === 'all' || list.length >= limit
    return { ...term, bit: 1 << at, list, isCut }
  })
}

/** A query of the index, and what its list says of documents. */
interface Lookup {
  match: Match
  mask: 'anywhere' | 'titles'
  bits: number
  /** Whether documents that no other list has are found by it. */
  finds: boolean
}

/**
 * The documents that are found, and which terms they have; one statement. Beside a rarer term, one that more documents
 * have than are read finds only those that have both.
 */
async function readDocuments(plan: Plan, terms: readonly ReadTerm[], options: Options) {
  const { db, engine, filter, rankedMax: limit } = options
  const existing = terms.filter(({ list }) => list.length > 0)
  const rare = existing.filter(({ isCut }) => !isCut)
  const [isCommon, finds] = [rare.length === 0, plan.mode !== 'all']
  const documents = new Map<number, RankedText>()
  const isUnion = findsUnion(plan)
  const union = isUnion ? newestOf(existing, limit) : []
  note(documents, union, { mask: 'anywhere', bits: 0, finds: true })
  for (const { list, bit, isCut } of existing)
    note(documents, list, { mask: 'anywhere', bits: bit, finds: finds && (isCommon || !isCut) })
  // If one of the lists is whole, it has every document with all words.
  const readsAll = !isUnion && (isCommon || !finds || hasPhrases(plan.found))
  const all: Lookup = {
    ...{ match: plan.found, mask: 'anywhere', finds: true },
    bits: 2 ** terms.length - 1,
  }
  const lookups = [...(readsAll ? [all] : []), ...termLookups(existing, rare, finds)]
  const queries = lookups.map(({ match }) => ({ match, limit }))
  const lists = queries.length === 0 ? [] : await engine.newest(db, filter, queries)
  for (const [at, lookup] of lookups.entries()) note(documents, lists[at] ?? [], lookup)
  const found = readsAll ? (lists[0] ?? []) : union
  return { documents, isCut: found.length >= limit }
}

/** Whether the lists have all results: of one word, or of any of several. */
const findsUnion = ({ mode, terms }: Plan): boolean => mode === 'any' || terms.length === 1

/** The titles that have each term, and the texts of rare terms that have a common one. */
function termLookups(
  existing: readonly ReadTerm[],
  rare: readonly ReadTerm[],
  finds: boolean,
): Lookup[] {
  const oneOfRare = { any: rare.map(({ anywhere }) => withoutOrder(anywhere)) }
  const cut = rare.length === 0 ? [] : existing.filter(({ isCut }) => isCut)
  const besideRare = (match: Match): Match => ({ all: [match, oneOfRare] })
  return [
    ...existing.map((term): Lookup => {
      const match = cut.includes(term) ? besideRare(term.title) : term.title
      return { match, mask: 'titles', bits: term.bit, finds }
    }),
    ...cut.map(({ anywhere, bit }): Lookup => {
      return { match: besideRare(anywhere), mask: 'anywhere', bits: bit, finds: false }
    }),
  ]
}

/** The newest documents that one of the terms has. */
const newestOf = (terms: readonly ReadTerm[], limit: number): number[] =>
  [...new Set(terms.flatMap(({ list }) => list))].sort((a, b) => b - a).slice(0, limit)

function note(
  documents: Map<number, RankedText>,
  list: readonly number[],
  { mask, bits, finds }: Omit<Lookup, 'match'>,
): void {
  for (const recency of list) {
    const id = idOfRecency(recency)
    let text = documents.get(id)
    if (text === undefined) {
      if (!finds) continue
      text = { recency, anywhere: 0, titles: 0, key: noKey, rank: 0, score: 0 }
      documents.set(id, text)
    }
    text[mask] |= bits
  }
}

/** How rare a term is among the records; 0 if none has it. */
function rarityOf(
  { bit, list, isCut }: ReadTerm,
  groups: readonly (readonly RankedText[])[],
  recordCount: number,
): number {
  if (list.length === 0) return 0
  const hasIt = ({ anywhere }: RankedText) => (anywhere & bit) > 0
  const records = isCut ? list.length : groups.filter((texts) => texts.some(hasIt)).length
  return Math.log(1 + recordCount / Math.max(1, records))
}

interface Scoring extends ReturnType<typeof masksOf> {
  idf: readonly number[]
}

/** The record of texts; undefined if it lacks a phrase in quotes. */
function recordOf(
  texts: readonly RankedText[],
  { idf, required }: Scoring,
): RankedRecord | undefined {
  const [first] = texts
  const has = texts.reduce((mask, { anywhere, titles }) => mask | anywhere | titles, 0)
  if (first === undefined || (has & required) !== required) return undefined
  for (const text of texts) text.score = scoreOf(text, has, idf)
  const best = texts.reduce((most, text) => (byMatch(most, text) > 0 ? text : most), first)
  const newest = texts.reduce((last, { recency }) => Math.max(last, recency), 0)
  return { score: Math.max(1, Math.round(best.score * 1000)) / 1000, texts, best, has, newest }
}

function scoreOf({ anywhere, titles, rank }: RankedText, inRecord: number, idf: readonly number[]) {
  const own = rank === ranks.matter ? weights.summary : weights.text
  let score = 0
  for (const [at, rarity] of idf.entries()) {
    const bit = 1 << at
    const inText = anywhere & bit ? own : inRecord & bit ? weights.elsewhere : 0
    const frequency = (titles & bit ? weights.title : 0) + inText
    score += (rarity * frequency) / (1 + frequency)
  }
  return rank === headingRank ? score * weights.heading : score
}
