import { idOfRecency as idOf } from './days.ts'
import type { Match } from './match.ts'
import type { Plan, SoughtWord } from './query.ts'
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

/** What a document has of a plan; a bit for each word. */
interface Signals {
  recency: number
  isFound: boolean
  words: number
  synonyms: number
  titles: number
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
}

// How many documents the words of a query may add to those with all words.
const addedMax = 4000
const points = { all: 16, words: 4, titles: 4, elsewhere: 2 }
const synonymWorth = 0.6
/** Share of the weight of the words that a record must have, if it has not all. */
const leastShare = 0.5
const rounding = 1e-9

/** Ranks what a plan finds: the newest documents with the words, and records with most of them. */
export async function rankRecords(plan: Plan, options: Options): Promise<Ranking> {
  const { rankedMax } = options
  const [found = []] = await newest([{ ...plan.found, limit: rankedMax }], options)
  const isCut = found.length >= rankedMax
  const counts = plan.mode === 'any' || (plan.mode === 'best' && !isCut)
  if (found.length === 0 && (plan.mode !== 'best' || plan.words.length === 1))
    return { records: [], isCut }
  const documents = new Map<number, Signals>()
  const signalsOf = (recency: number) => {
    const existing = documents.get(recency)
    if (existing !== undefined) return existing
    const signals = { recency, isFound: false, words: 0, synonyms: 0, titles: 0, points: 0 }
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

/** Reads which documents have which words, and returns how much each word weighs. */
async function addWords(plan: Plan, found: readonly number[], adding: Adding) {
  await addFeatures(plan, found, adding)
  if (!adding.counts) return weightsOf(plan.words, [])
  const { documents, signalsOf } = adding
  const canAdd = plan.mode === 'best'
  const limit = canAdd ? Math.floor(addedMax / plan.words.length) : adding.rankedMax
  const range = canAdd ? { limit } : { limit, oldest: found.at(-1) }
  const lists = await newest(
    plan.words.flatMap(({ has, synonyms }) =>
      [has, synonyms].filter((one) => one !== undefined).map((one) => ({ ...one, ...range })),
    ),
    adding,
  )
  const signalsIn = (recency: number) => (canAdd ? signalsOf(recency) : documents.get(recency))
  const own = plan.words.map((word, at): Counted => {
    const list = lists.shift() ?? []
    const synonyms = word.synonyms === undefined ? [] : (lists.shift() ?? [])
    mark(list, 'words', at, signalsIn)
    mark(synonyms, 'synonyms', at, signalsIn)
    const ends = [list, synonyms].map((one) => one.at(-1) ?? Number.POSITIVE_INFINITY)
    const count = list.length + synonyms.length
    return { word, at, count, oldest: Math.min(...ends), isCommon: list.length >= limit }
  })
  await addTitles(own, limit, adding)
  if (canAdd) await addCommon(own, adding)
  return weightsOf(plan.words, own)
}

interface Counted {
  word: SoughtWord
  at: number
  count: number
  oldest: number
  /** Whether older documents have the word too. */
  isCommon: boolean
}

async function addFeatures(plan: Plan, found: readonly number[], adding: Adding): Promise<void> {
  if (found.length === 0) return
  const { rankedMax: limit, counts, documents } = adding
  const oldest = found.at(-1)
  const lists = await newest(
    plan.features.map(({ match }) => ({ all: match, oldest, limit })),
    adding,
  )
  for (const [at, { weight, isTitle }] of plan.features.entries())
    for (const recency of lists[at] ?? []) {
      const signals = documents.get(recency)
      if (signals === undefined) continue
      signals.points += weight
      if (isTitle && !counts) signals.titles = allBits(plan.words)
    }
}

async function addTitles(own: readonly Counted[], limit: number, adding: Adding): Promise<void> {
  const present = own.filter(({ count }) => count > 0)
  const lists = await newest(
    present.map(({ word, oldest }) => ({ all: word.title, oldest, limit })),
    adding,
  )
  for (const [index, { at }] of present.entries())
    mark(lists[index] ?? [], 'titles', at, (recency) => adding.documents.get(recency))
}

/** Which older documents with a rare word have a common one too. */
async function addCommon(own: readonly Counted[], adding: Adding): Promise<void> {
  const matchOf = ({ word: { has } }: Counted): Match => has.unordered ?? has.all
  const rare = own.filter(({ count, isCommon }) => count > 0 && !isCommon).map(matchOf)
  const common = rare.length === 0 ? [] : own.filter(({ isCommon }) => isCommon)
  const lists = await newest(
    common.map((one) => ({ all: { all: [matchOf(one), { any: rare }] }, limit: addedMax })),
    adding,
  )
  for (const [index, { at }] of common.entries())
    mark(lists[index] ?? [], 'words', at, (recency) => adding.documents.get(recency))
}

function mark(
  list: readonly number[],
  kind: 'words' | 'synonyms' | 'titles',
  at: number,
  signalsOf: (recency: number) => Signals | undefined,
): void {
  for (const recency of list) {
    const signals = signalsOf(recency)
    if (signals !== undefined) signals[kind] |= 1 << at
  }
}

interface Weighted extends SoughtWord {
  weight: number
  titleWeight: number
  isKnown: boolean
}

const commonWorth = 0.15
// Words that even fewer documents have weigh the same.
const fewest = 3

/** The fewer documents have a word, the more it weighs, in whole steps; the sum is 1 for texts and for titles. */
function weightsOf(words: readonly SoughtWord[], own: readonly { count: number }[]): Weighted[] {
  const rarity = (at: number) =>
    Math.max(1, Math.round(Math.log(addedMax / ((own[at]?.count ?? 0) + fewest))))
  const weighted = words.map((word, at) => ({
    ...word,
    weight: rarity(at) * (word.isCommon ? commonWorth : 1),
    titleWeight: rarity(at),
    isKnown: own.length === 0 || (own[at]?.count ?? 0) > 0,
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
  { db, engine, isGrouped, words }: Options & { words: readonly Weighted[] },
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
    .sort((a, b) => b.score - a.score || b.newest - a.newest)
}

interface Scored extends Signals {
  rank: number
  score: number
}

const allBits = (words: readonly unknown[]): number => (1 << words.length) - 1

const has = (bits: number, at: number): boolean => (bits & (1 << at)) !== 0

/** How much of a word a document has; one that is found has each word or a synonym. */
function shareOf({ words, synonyms, isFound }: Signals, at: number, word: SoughtWord): number {
  if (has(words, at)) return 1
  if (has(synonyms, at)) return synonymWorth
  if (!isFound || word.isCommon || word.isOptional) return 0
  return word.synonyms === undefined ? 1 : synonymWorth
}

const headingScore = 0.5

/** A heading does not compete; an item on which nothing is recorded has half. */
function scoreOf(signals: Signals, rank: number, words: readonly Weighted[]): number {
  if (rank === 0) return headingScore
  let score = signals.points
  words.forEach((word, at) => {
    score += points.words * word.weight * shareOf(signals, at, word)
    if (has(signals.titles, at)) score += points.titles * word.titleWeight
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
  return (
    words.every((word) => !word.isQuoted || present.includes(word)) &&
    present.some(({ isName, isCommon }) => isName && !isCommon) &&
    weightIn(present) >= leastShare * weightIn(existing) - rounding
  )
}

const newest = (queries: readonly NewestQuery[], { db, engine, scope }: Options) =>
  queries.length === 0 ? [] : engine.newest(db, scope, queries)
