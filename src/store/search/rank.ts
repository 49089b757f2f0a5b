import { idOfRecency as idOf } from './days.ts'
import type { Match, SearchSort } from './match.ts'
import type { Matching, Plan, SoughtWord } from './query.ts'
import type { NewestQuery, SearchDatabase, SearchEngine, SearchScope } from './search-query.ts'

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

/** What a document has of each word of a plan. */
interface Signals {
  recency: number
  isFound: boolean
  /** 1 for a word, less for a synonym, otherwise 0. */
  shares: number[]
  inTitle: boolean[]
  points: number
}

interface Options {
  db: SearchDatabase
  engine: SearchEngine
  scope: SearchScope
  /** How many of the newest documents are ranked. */
  rankedMax: number
  /** Whether documents of one record are one result. */
  isGrouped: boolean
  sort: SearchSort | undefined
}

// How many documents the words of a query may add to those with all words.
const addedMax = 2000
const points = { all: 16, words: 4, titles: 4, elsewhere: 2 }
const synonymWorth = 0.6
/** Share of the weight of the words that a record must have, if it has not all. */
const leastShare = 0.5
const rounding = 1e-9

/** Ranks what a plan finds: the newest documents with the words, and records with most of them. */
export async function rankRecords(plan: Plan, options: Options): Promise<Ranking> {
  const { db, engine, scope, rankedMax } = options
  const [found = []] = await engine.newest(db, scope, [{ ...plan.found, limit: rankedMax }])
  const isCut = found.length >= rankedMax
  const counts = plan.mode === 'any' || (plan.mode === 'best' && !isCut)
  if (found.length === 0 && (plan.mode !== 'best' || plan.words.length === 1))
    return { records: [], isCut }
  const documents = new Map<number, Signals>()
  const signalsOf = (recency: number) => {
    const existing = documents.get(recency)
    if (existing !== undefined) return existing
    const [shares, inTitle] = [plan.words.map(() => 0), plan.words.map(() => false)]
    const signals = { recency, isFound: false, shares, inTitle, points: 0 }
    documents.set(recency, signals)
    return signals
  }
  for (const recency of found) signalsOf(recency).isFound = true
  const words = await addWords(plan, found, { ...options, counts, documents, signalsOf })
  return { records: await recordsOf(plan, [...documents.values()], { ...options, words }), isCut }
}

interface Adding extends Options {
  counts: boolean
  documents: ReadonlyMap<number, Signals>
  signalsOf: (recency: number) => Signals
}

/** A query of the index, and the use of its list. */
interface Lookup {
  query: NewestQuery
  use: (list: readonly number[]) => void
}

interface Counted {
  word: SoughtWord
  at: number
  count: number
  /** Whether older documents have the word too. */
  isCommon: boolean
}

/** Reads which documents have which words, and returns how much each word weighs. */
async function addWords(plan: Plan, found: readonly number[], adding: Adding) {
  const canAdd = plan.mode === 'best'
  const limit = canAdd ? Math.floor(addedMax / plan.words.length) : adding.rankedMax
  const range = canAdd ? { limit } : { limit, oldest: found.at(-1) }
  const own = adding.counts ? plan.words.map(uncounted) : []
  const lookups = own
    .filter(({ word }) => !canAdd || word.isLong)
    .flatMap((one) => wordLookups(one, range, adding, canAdd))
  await readLists([...featureLookups(plan, found, adding), ...lookups], adding)
  const common = canAdd ? commonLookups(own, adding) : []
  await readLists([...titleLookups(own, limit, adding), ...common], adding)
  return weightsOf(plan.words, own)
}

const uncounted = (word: SoughtWord, at: number): Counted => ({
  word,
  at,
  count: 0,
  isCommon: !word.isLong,
})

function wordLookups(
  one: Counted,
  range: Pick<NewestQuery, 'limit' | 'oldest'>,
  { documents, signalsOf }: Adding,
  canAdd: boolean,
): Lookup[] {
  const { has, synonyms } = one.word
  const lookup = (matching: Matching, share: number): Lookup => ({
    query: { ...matching, ...range },
    use(list) {
      one.count += list.length
      if (share === 1) one.isCommon = list.length >= range.limit
      for (const recency of list)
        addShare(canAdd ? signalsOf(recency) : documents.get(recency), one.at, share)
    },
  })
  return [lookup(has, 1), ...(synonyms === undefined ? [] : [lookup(synonyms, synonymWorth)])]
}

function addShare(signals: Signals | undefined, at: number, share: number): void {
  if (signals !== undefined) signals.shares[at] = Math.max(share, signals.shares[at] ?? 0)
}

function featureLookups(
  plan: Plan,
  found: readonly number[],
  { rankedMax: limit, counts, documents }: Adding,
): Lookup[] {
  if (found.length === 0) return []
  const oldest = found.at(-1)
  return plan.features.map(({ match, weight, isTitle }) => ({
    query: { all: match, oldest, limit },
    use(list) {
      for (const recency of list) {
        const signals = documents.get(recency)
        if (signals === undefined) continue
        signals.points += weight
        if (isTitle && !counts) signals.inTitle.fill(true)
      }
    },
  }))
}

const titleLookups = (own: readonly Counted[], limit: number, { documents }: Adding): Lookup[] =>
  own
    .filter(({ count }) => count > 0)
    .map(({ word, at }) => ({
      // Also titles older than the texts that were read: a record found by all words may be one of them.
      query: { all: word.title, limit },
      use(list) {
        for (const recency of list) {
          const signals = documents.get(recency)
          if (signals !== undefined) signals.inTitle[at] = true
        }
      },
    }))

/** Which documents with another word, a rare one if there is any, have a common one too. */
function commonLookups(own: readonly Counted[], { documents }: Adding): Lookup[] {
  const matchOf = ({ word: { has } }: Counted): Match => has.unordered ?? has.all
  const present = own.filter(({ count }) => count > 0)
  const rare = present.filter(({ isCommon }) => !isCommon)
  const added = rare.length > 0 ? rare : present
  // A document with both of two words is found anyway.
  if (added.length === 0 || own.length - rare.length < (rare.length > 0 ? 1 : 3)) return []
  return own
    .filter(({ isCommon }) => isCommon)
    .map((one) => {
      const others = added.filter((other) => other !== one).map(matchOf)
      return {
        query: { all: { all: [matchOf(one), { any: others }] }, limit: addedMax },
        use(list) {
          for (const recency of list) addShare(documents.get(recency), one.at, 1)
        },
      }
    })
}

async function readLists(
  lookups: readonly Lookup[],
  { db, engine, scope }: Options,
): Promise<void> {
  if (lookups.length === 0) return
  const lists = await engine.newest(
    db,
    scope,
    lookups.map(({ query }) => query),
  )
  for (const [at, { use }] of lookups.entries()) use(lists[at] ?? [])
}

interface Weighted extends SoughtWord {
  weight: number
  titleWeight: number
  isKnown: boolean
}

const commonWorth = 0.15
// Who gives a number means the record that has it.
const numberWorth = 3
// Words that even fewer documents have, or even more, weigh the same.
const [fewest, most] = [3, 4000]

/** The fewer documents have a long word, the more it weighs, in whole steps; the sum is 1 for texts and for titles. */
function weightsOf(words: readonly SoughtWord[], own: readonly { count: number }[]): Weighted[] {
  const rarity = (at: number) =>
    words[at]?.isLong === true
      ? Math.max(1, Math.round(Math.log(most / ((own[at]?.count ?? 0) + fewest))))
      : 1
  const weighted = words.map((word, at) => ({
    ...word,
    weight: rarity(at) * (word.isCommon ? commonWorth : word.isNumber ? numberWorth : 1),
    titleWeight: rarity(at),
    isKnown: own.length === 0 || !word.isLong || (own[at]?.count ?? 0) > 0,
  }))
  const sum = weighted.reduce((all, { weight }) => all + weight, 0)
  const titles = weighted.reduce((all, { titleWeight }) => all + titleWeight, 0)
  return weighted.map((word) => ({
    ...word,
    weight: word.weight / sum,
    titleWeight: word.titleWeight / titles,
  }))
}

async function recordsOf(
  plan: Plan,
  documents: readonly Signals[],
  { db, engine, isGrouped, sort, words }: Options & { words: readonly Weighted[] },
): Promise<RankedRecord[]> {
  const ids = documents.map(({ recency }) => idOf(recency))
  const standings = new Map((await engine.standingsOf(db, ids)).map((row) => [row.id, row]))
  const groups = new Map<number, Scored[]>()
  for (const signals of documents) {
    const id = idOf(signals.recency)
    const standing = standings.get(id)
    if (standing === undefined) continue
    const key = isGrouped ? Number(standing.group_key) : id
    const scored = {
      ...signals,
      rank: standing.rank,
      score: scoreOf(signals, standing.rank, words),
    }
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [scored])
    else group.push(scored)
  }
  const records = Array.from(groups.values(), (group) => recordOf(plan, group, words))
  return records
    .filter((record) => record !== undefined)
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
  rank: number
  score: number
}

/** How much of a word a document has; one that is found has each word or a synonym. */
function shareOf({ shares, isFound }: Signals, at: number, word: SoughtWord): number {
  const share = shares[at] ?? 0
  if (share > 0 || !isFound || word.isCommon || word.isOptional) return share
  return word.synonyms === undefined ? 1 : synonymWorth
}

const headingScore = 0.5

/** A heading does not compete; an item on which nothing is recorded has half. */
function scoreOf(signals: Signals, rank: number, words: readonly Weighted[]): number {
  if (rank === 0) return headingScore
  let score = signals.points
  words.forEach((word, at) => {
    score += points.words * word.weight * shareOf(signals, at, word)
    if (signals.inTitle[at] === true) score += points.titles * word.titleWeight
  })
  return rank === 1 ? score / 2 : score
}

/** The record of documents; undefined if it has too few of the words. */
function recordOf(
  plan: Plan,
  group: Scored[],
  words: readonly Weighted[],
): RankedRecord | undefined {
  const sorted = group.sort((a, b) => b.score - a.score || b.rank - a.rank || b.recency - a.recency)
  const best = sorted[0] as Scored
  const shares = words.map((word, at) =>
    Math.max(...sorted.map((signals) => shareOf(signals, at, word))),
  )
  const absent = words.filter((word, at) => shares[at] === 0 && !word.isCommon)
  if (absent.length > 0 && !isEnough(plan, words, shares)) return undefined
  let { score } = best
  if (best.rank > 0) {
    words.forEach((word, at) => {
      const elsewhere = (shares[at] ?? 0) - shareOf(best, at, word)
      if (elsewhere > 0) score += points.elsewhere * word.weight * elsewhere
    })
    if (absent.length === 0) score += points.all
  }
  return {
    score: Math.round(score * 1000) / 1000,
    documents: sorted.map(({ recency }) => recency),
    missing: absent.map(({ written }) => written),
    newest: Math.max(...sorted.map(({ recency }) => recency)),
  }
}

function isEnough(plan: Plan, words: readonly Weighted[], shares: readonly number[]): boolean {
  if (plan.mode === 'any') return true
  const present = words.filter((_, at) => (shares[at] ?? 0) > 0)
  const weightIn = (some: readonly Weighted[]) => some.reduce((sum, { weight }) => sum + weight, 0)
  const existing = words.filter(({ isKnown }) => isKnown)
  const own = (some: readonly Weighted[]) => some.filter((word) => word.isName && !word.isCommon)
  return (
    words.every((word) => !word.isQuoted || present.includes(word)) &&
    own(present).length > 0 &&
    (weightIn(present) >= leastShare * weightIn(existing) - rounding ||
      own(present).length >= Math.max(2, leastShare * own(existing).length))
  )
}
