import { idOfRecency as idOf } from './days.ts'
import type { Match, NewestQuery, SearchDatabase, SearchEngine, SearchFilter } from './engine.ts'
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
}

interface Ranking {
  records: readonly RankedRecord[]
  /** Whether older documents match too; they are not ranked. */
  isCut: boolean
}

interface Options {
  db: SearchDatabase
  engine: SearchEngine
  filter: SearchFilter
  /** How many of the newest documents are ranked. */
  rankedMax: number
  /** Whether documents of one record are one result. */
  isGrouped: boolean
  sort: SearchSort | undefined
}

/** What a document has of each term of a plan. */
interface Signals {
  recency: number
  isFound: boolean
  /** 1 for a word, less for a synonym, otherwise 0. */
  shares: number[]
  titleShares: number[]
  points: number
}

// How many documents the words of a query may add to those with all words.
const addedMax = 2000
const points = { all: 16, half: 1, words: 4, titles: 4, allInTitle: 4, elsewhere: 2 }
const commonWorth = 0.15
// Who gives a number means the record that has it.
const numberWorth = 3
const headingScore = 0.5
/** Shares of the weight of the words that a record must have, if it has not all; in a title the commoner of two rare words is enough. */
const [leastShare, leastTitleShare] = [0.5, 0.4]
const rounding = 1e-9
// Words that even fewer documents have, or even more, weigh the same.
const [fewest, most] = [3, 4000]

/** Ranks what a plan finds: the newest documents with the words, and records with most of them. */
export async function rankRecords(plan: Plan, options: Options): Promise<Ranking> {
  const { db, engine, filter, rankedMax } = options
  const [found = []] = await engine.newest(db, filter, [{ ...plan.found, limit: rankedMax }])
  const isCut = found.length >= rankedMax
  if (found.length === 0 && (plan.mode !== 'best' || plan.terms.length === 1))
    return { records: [], isCut }
  const documents = new Map<number, Signals>()
  const add = (recency: number): Signals => {
    const existing = documents.get(recency)
    if (existing !== undefined) return existing
    const [shares, titleShares] = [plan.terms.map(() => 0), plan.terms.map(() => 0)]
    const signals = { recency, isFound: false, shares, titleShares, points: 0 }
    documents.set(recency, signals)
    return signals
  }
  for (const recency of found) add(recency).isFound = true
  const isCounted = plan.mode === 'any' || (plan.mode === 'best' && !isCut)
  const terms = await readTerms(plan, { ...options, found, documents, add, isCounted })
  return { records: await recordsOf(plan, [...documents.values()], { ...options, terms }), isCut }
}

interface Reading extends Options {
  found: readonly number[]
  documents: ReadonlyMap<number, Signals>
  add: (recency: number) => Signals
  isCounted: boolean
}

/** A query of the index, and the use of its list. */
interface Lookup {
  query: NewestQuery
  use: (list: readonly number[]) => void
}

interface Counted {
  term: PlannedTerm
  at: number
  count: number
  /** Whether older documents have it too. */
  isCut: boolean
}

/** Reads which documents have which terms, and returns how much each weighs. */
async function readTerms(plan: Plan, reading: Reading): Promise<Weighted[]> {
  const { found, isCounted, rankedMax, documents } = reading
  const isBest = plan.mode === 'best'
  const counted = plan.terms.map((term, at) => ({ term, at, count: 0, isCut: !term.isLong }))
  const oldest = found.at(-1)
  const inFound = { limit: rankedMax, oldest }
  const newest = { limit: Math.floor(addedMax / plan.terms.length) }
  const features = found.length === 0 ? [] : plan.features
  await readLists(
    [
      ...features.map(({ match, weight }) => ({
        query: { all: match, ...inFound },
        use: noteIn(documents, (signals) => {
          signals.points += weight
        }),
      })),
      ...counted
        .filter(({ term }) => isCounted && (!isBest || term.isLong))
        .flatMap((one) => termLookups(one, isBest ? newest : inFound, isBest, reading)),
    ],
    reading,
  )
  const titles = counted
    .filter(({ term, count }) => (isCounted ? count > 0 : term.isLong))
    .flatMap(({ term, at }) =>
      term.forms.flatMap(({ title: all, worth }) => {
        if (all === undefined) return []
        // Also titles older than the texts that were read: a record found by all words may be one of them.
        const query = { all, ...(isCounted && isBest ? newest : inFound) }
        const note = (signals: Signals) => raise(signals.titleShares, at, worth)
        return [{ query, use: noteIn(documents, note) }]
      }),
    )
  const common = isCounted && isBest ? commonLookups(counted, documents) : []
  await readLists([...titles, ...common], reading)
  return weightsOf(counted, isCounted)
}

const noteIn =
  (documents: ReadonlyMap<number, Signals>, note: (signals: Signals) => void) =>
  (list: readonly number[]): void => {
    for (const recency of list) {
      const signals = documents.get(recency)
      if (signals !== undefined) note(signals)
    }
  }

function raise(shares: number[], at: number, worth: number): void {
  shares[at] = Math.max(worth, shares[at] ?? 0)
}

function termLookups(
  one: Counted,
  range: Pick<NewestQuery, 'limit' | 'oldest'>,
  adds: boolean,
  { documents, add }: Reading,
): Lookup[] {
  return one.term.forms.map(({ has, worth }) => ({
    query: { ...has, ...range },
    use(list) {
      one.count += list.length
      if (worth === 1) one.isCut = list.length >= range.limit
      if (adds) for (const recency of list) add(recency)
      noteIn(documents, ({ shares }) => raise(shares, one.at, worth))(list)
    },
  }))
}

/** Which documents with another term, a rare one if there is any, have a common one too. */
function commonLookups(
  counted: readonly Counted[],
  documents: ReadonlyMap<number, Signals>,
): Lookup[] {
  const matchOf = ({ term }: Counted): Match => {
    const { unordered, all } = term.forms[0].has
    return unordered ?? all
  }
  const present = counted.filter(({ count }) => count > 0)
  const rare = present.filter(({ isCut }) => !isCut)
  const others = rare.length > 0 ? rare : present
  // A document with both of two terms is found anyway.
  if (others.length === 0 || counted.length - rare.length < (rare.length > 0 ? 1 : 3)) return []
  return counted
    .filter(({ isCut }) => isCut)
    .map((one) => {
      const any = others.filter((other) => other !== one).map(matchOf)
      return {
        query: { all: { all: [matchOf(one), { any }] }, limit: addedMax },
        use: noteIn(documents, ({ shares }) => raise(shares, one.at, 1)),
      }
    })
}

async function readLists(
  lookups: readonly Lookup[],
  { db, engine, filter }: Options,
): Promise<void> {
  if (lookups.length === 0) return
  const queries = lookups.map(({ query }) => query)
  const lists = await engine.newest(db, filter, queries)
  for (const [at, { use }] of lookups.entries()) use(lists[at] ?? [])
}

interface Weighted extends PlannedTerm {
  weight: number
  titleWeight: number
  isKnown: boolean
}

/** The fewer documents have a long word, the more it weighs, in whole steps; the sum is 1 for texts and for titles. */
function weightsOf(counted: readonly Counted[], isCounted: boolean): Weighted[] {
  const weighted = counted.map(({ term, count }) => {
    const documents = isCounted ? count : 0
    const rarity = Math.round(Math.log(most / (documents + fewest)))
    const titleWeight = term.isLong ? Math.max(1, rarity) : 1
    const worth = term.isCommon ? commonWorth : term.isNumber ? numberWorth : 1
    const isKnown = !isCounted || !term.isLong || count > 0
    return { ...term, weight: titleWeight * worth, titleWeight, isKnown }
  })
  const sum = weighted.reduce((all, { weight }) => all + weight, 0)
  const titles = weighted.reduce((all, { titleWeight }) => all + titleWeight, 0)
  return weighted.map((term) => ({
    ...term,
    weight: term.weight / sum,
    titleWeight: term.titleWeight / titles,
  }))
}

async function recordsOf(
  plan: Plan,
  documents: readonly Signals[],
  { db, engine, isGrouped, sort, terms }: Options & { terms: readonly Weighted[] },
): Promise<RankedRecord[]> {
  const ids = documents.map(({ recency }) => idOf(recency))
  const standings = new Map((await engine.standingsOf(db, ids)).map((row) => [row.id, row]))
  const scored = documents.flatMap((signals): Scored[] => {
    const standing = standings.get(idOf(signals.recency))
    if (standing === undefined) return []
    const { id, group_key, rank } = standing
    const key = isGrouped ? Number(group_key) : id
    return [{ ...signals, key, rank, score: scoreOf(plan, signals, rank, terms) }]
  })
  return [...Map.groupBy(scored, ({ key }) => key).values()]
    .flatMap((group) => recordOf(plan, group, terms) ?? [])
    .sort(sort === 'date' ? byDate(plan) : byScore)
}

const byScore = (a: RankedRecord, b: RankedRecord) => b.score - a.score || b.newest - a.newest

/** By the date of the text that is shown; records with all words come first if those with some are added to them. */
const byDate =
  ({ mode }: Plan) =>
  (a: RankedRecord, b: RankedRecord): number => {
    const lacksWords = ({ missing }: RankedRecord) => Number(mode === 'best' && missing.length > 0)
    return lacksWords(a) - lacksWords(b) || (b.documents[0] ?? 0) - (a.documents[0] ?? 0)
  }

interface Scored extends Signals {
  key: number
  rank: number
  score: number
}

/** How much of a term a document has; one that is found has each word or a synonym. */
function shareOf({ mode }: Plan, { shares, isFound }: Signals, at: number, term: PlannedTerm) {
  const own = shares[at] ?? 0
  if (own > 0 || !isFound || term.isCommon || mode === 'any') return own
  return term.forms.at(-1)?.worth ?? 1
}

/** A heading does not compete; an item on which nothing is recorded has half. */
function scoreOf(plan: Plan, signals: Signals, rank: number, terms: readonly Weighted[]): number {
  if (rank === 0) return headingScore
  let score = signals.points
  for (const [at, term] of terms.entries()) {
    score += points.words * term.weight * shareOf(plan, signals, at, term)
    score += points.titles * term.titleWeight * (signals.titleShares[at] ?? 0)
  }
  const inTitle = terms.map((term, at) => (term.isCommon ? 1 : (signals.titleShares[at] ?? 0)))
  score += points.allInTitle * Math.min(...inTitle)
  return rank === 1 ? score / 2 : score
}

/** The record of documents; undefined if it has too few of the words. */
function recordOf(
  plan: Plan,
  group: Scored[],
  terms: readonly Weighted[],
): RankedRecord | undefined {
  const sorted = group.sort((a, b) => b.score - a.score || b.rank - a.rank || b.recency - a.recency)
  const best = sorted[0] as Scored
  const shares = terms.map((term, at) =>
    Math.max(...sorted.map((signals) => shareOf(plan, signals, at, term))),
  )
  const absent = terms.filter((term, at) => shares[at] === 0 && !term.isCommon)
  const titleShares = terms.map((_, at) =>
    Math.max(...sorted.map((one) => one.titleShares[at] ?? 0)),
  )
  if (absent.length > 0 && !isEnough(plan, terms, shares, titleShares)) return undefined
  let { score } = best
  if (best.rank > 0) {
    for (const [at, term] of terms.entries()) {
      const elsewhere = (shares[at] ?? 0) - shareOf(plan, best, at, term)
      score += points.elsewhere * term.weight * elsewhere
    }
    if (absent.length === 0) score += points.all
    else if (weightShare(terms, shares) >= leastShare - rounding) score += points.half
  }
  return {
    score: Math.round(score * 1000) / 1000,
    documents: sorted.map(({ recency }) => recency),
    missing: absent.map(({ written }) => written),
    newest: Math.max(...sorted.map(({ recency }) => recency)),
  }
}

/** Enough of the weight or half of the number of the words, every phrase in quotes, and not a number alone. */
function isEnough(
  plan: Plan,
  terms: readonly Weighted[],
  shares: readonly number[],
  titleShares: readonly number[],
): boolean {
  if (plan.mode === 'any') return true
  const present = terms.filter((_, at) => (shares[at] ?? 0) > 0)
  const own = (some: readonly Weighted[]) => some.filter((term) => term.isName && !term.isCommon)
  const existing = own(terms.filter(({ isKnown }) => isKnown))
  return (
    terms.every((term) => !term.isQuoted || present.includes(term)) &&
    own(present).length > 0 &&
    (weightShare(terms, shares) >= leastShare - rounding ||
      weightShare(terms, titleShares) >= leastTitleShare - rounding ||
      own(present).length >= Math.max(2, existing.length / 2))
  )
}

/** Of the weight of the words that any document has, what those of a record have. */
function weightShare(terms: readonly Weighted[], shares: readonly number[]): number {
  let [present, existing] = [0, 0]
  for (const [at, { weight, isKnown }] of terms.entries()) {
    if (isKnown) existing += weight
    if ((shares[at] ?? 0) > 0) present += weight
  }
  return existing === 0 ? 0 : present / existing
}
