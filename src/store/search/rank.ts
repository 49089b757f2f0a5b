import type { SearchKind } from '../tables.ts'
import { idOfRecency as idOf } from './days.ts'
import type {
  Match,
  NewestQuery,
  SearchDatabase,
  SearchEngine,
  SearchFilter,
  Standing,
} from './engine.ts'
import type { Plan, PlannedTerm } from './plan.ts'

/** Best first, or newest first. */
export type SearchSort = 'relevance' | 'date'

/** A record that is found, with the documents of it that match. */
export interface RankedRecord {
  score: number
  /** The documents by recency, the one that matches best first. */
  documents: readonly number[]
  /** The words that it lacks. */
  missing: readonly string[]
  newest: number
  /** Whether it has more than half of the best score. */
  isAbove: boolean
}

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

// Scores are rounded to it.
const rounding = 0.001

/** Ranks the newest documents of each word of a plan. */
export async function rankRecords(plan: Plan, options: Options): Promise<Ranking> {
  const { db, engine, isGrouped, sort, recordCount } = options
  const terms = await readTerms(plan, options)
  const { documents, isCut } = await readDocuments(plan, terms, options)
  const standings = await engine.standingsOf(db, [...documents.keys()].map(idOf))
  const texts = standingTexts(documents, standings, isGrouped)
  const all = Math.max(recordCount, new Set(texts.map(({ key }) => key)).size)
  const idf = terms.map((term) => rarityOf(term, texts, all))
  const records = [...Map.groupBy(texts, ({ key }) => key).values()].flatMap(
    (group) => recordOf(group, { plan, idf }) ?? [],
  )
  // A record of half the score must not be above the line by rounding.
  const line = weights.above * Math.max(...records.map(({ score }) => score)) + rounding
  return {
    records: records
      .map((record) => ({ ...record, isAbove: record.score > line }))
      .sort(sort === 'date' ? byDate : byScore),
    isCut,
  }
}

const byScore = (a: RankedRecord, b: RankedRecord) => b.score - a.score || b.newest - a.newest

/** By the date of the text that is shown: records with all words, then those with some. */
const byDate = (a: RankedRecord, b: RankedRecord): number => {
  const lacksWords = ({ missing }: RankedRecord) => Number(missing.length > 0)
  return lacksWords(a) - lacksWords(b) || (b.documents[0] ?? 0) - (a.documents[0] ?? 0)
}

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
  const queries = plan.terms.map(({ anywhere }) => ({ ...anywhere, limit }))
  const lists = await engine.newest(db, filter, queries)
  return plan.terms.map((term, at) => {
    const list = lists[at] ?? []
    const isCut = plan.mode === 'all' || list.length >= limit
    return { ...term, bit: 1 << at, list, isCut }
  })
}

/** Which terms a document has, as masks of their bits. */
interface Signals {
  recency: number
  anywhere: number
  titles: number
}

/** A query of the index, and what its list says of documents. */
interface Lookup {
  query: NewestQuery
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
  const documents = new Map<number, Signals>()
  for (const { list, bit, isCut } of existing)
    note(documents, list, { mask: 'anywhere', bits: bit, finds: finds && (isCommon || !isCut) })
  const cut = isCommon ? [] : existing.filter(({ isCut }) => isCut)
  const besideRare = (match: Match): Match => ({ all: [match, { any: rare.map(matchOf) }] })
  // If one of the other lists is whole, it has every document with all words.
  const readsAll = isCommon || plan.mode !== 'best' || plan.hasPhrases
  const all: Lookup = {
    ...{ query: { ...plan.found, limit }, mask: 'anywhere', finds: true },
    bits: plan.mode === 'any' ? 0 : 2 ** terms.length - 1,
  }
  const lookups: Lookup[] = [
    ...(readsAll ? [all] : []),
    ...existing.map((term): Lookup => {
      const all = cut.includes(term) ? besideRare(term.title) : term.title
      return { query: { all, limit }, mask: 'titles', bits: term.bit, finds }
    }),
    ...cut.map((term): Lookup => {
      const query = { all: besideRare(matchOf(term)), limit }
      return { query, mask: 'anywhere', bits: term.bit, finds: false }
    }),
  ]
  const lists = await engine.newest(
    db,
    filter,
    lookups.map(({ query }) => query),
  )
  for (const [at, lookup] of lookups.entries()) note(documents, lists[at] ?? [], lookup)
  return { documents, isCut: readsAll && (lists[0]?.length ?? 0) >= limit }
}

const matchOf = ({ anywhere }: ReadTerm): Match => anywhere.unordered ?? anywhere.all

function note(
  documents: Map<number, Signals>,
  list: readonly number[],
  { mask, bits, finds }: Omit<Lookup, 'query'>,
): void {
  for (const recency of list) {
    let signals = documents.get(recency)
    if (signals === undefined) {
      if (!finds) continue
      signals = { recency, anywhere: 0, titles: 0 }
      documents.set(recency, signals)
    }
    signals[mask] |= bits
  }
}

interface StandingText extends Signals {
  key: number
  rank: number
}

function standingTexts(
  documents: ReadonlyMap<number, Signals>,
  standings: readonly Standing[],
  isGrouped: boolean,
): StandingText[] {
  const byId = new Map(standings.map((row) => [row.id, row]))
  return [...documents.values()].flatMap((signals) => {
    const standing = byId.get(idOf(signals.recency))
    if (standing === undefined) return []
    const { id, group_key, rank } = standing
    return [{ ...signals, key: isGrouped ? Number(group_key) : id, rank }]
  })
}

/** How rare a term is among the records; 0 if none has it. */
function rarityOf(
  { bit, list, isCut }: ReadTerm,
  texts: readonly StandingText[],
  recordCount: number,
): number {
  if (list.length === 0) return 0
  const own = isCut ? [] : texts.filter(({ anywhere }) => (anywhere & bit) > 0)
  const records = isCut ? list.length : new Set(own.map(({ key }) => key)).size
  return Math.log(1 + recordCount / Math.max(1, records))
}

interface Scoring {
  plan: Plan
  idf: readonly number[]
}

/** The record of documents; undefined if it lacks a phrase in quotes. */
function recordOf(
  group: readonly StandingText[],
  { plan, idf }: Scoring,
): Omit<RankedRecord, 'isAbove'> | undefined {
  const inRecord = group.reduce((all, { anywhere, titles }) => all | anywhere | titles, 0)
  const lacks = (at: number) => (inRecord & (1 << at)) === 0
  if (plan.mode === 'best' && plan.terms.some(({ isQuoted }, at) => isQuoted && lacks(at)))
    return undefined
  const scored = group
    .map((text) => ({ ...text, score: scoreOf(text, inRecord, idf) }))
    .sort((a, b) => b.score - a.score || b.rank - a.rank || b.recency - a.recency)
  return {
    score: Math.max(1, Math.round((scored[0]?.score ?? 0) * 1000)) / 1000,
    documents: scored.map(({ recency }) => recency),
    missing: plan.terms.filter((_, at) => lacks(at)).map(({ written }) => written),
    newest: Math.max(...scored.map(({ recency }) => recency)),
  }
}

function scoreOf(text: StandingText, inRecord: number, idf: readonly number[]): number {
  const { anywhere, titles, rank } = text
  let score = 0
  for (const [at, rarity] of idf.entries()) {
    const bit = 1 << at
    const inText = anywhere & bit ? (rank === ranks.matter ? weights.summary : weights.text) : 0
    const elsewhere = inText === 0 && inRecord & bit ? weights.elsewhere : 0
    const frequency = (titles & bit ? weights.title : 0) + inText + elsewhere
    score += (rarity * frequency) / (1 + frequency)
  }
  return rank === headingRank ? score * weights.heading : score
}
