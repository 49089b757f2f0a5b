import { type Match, mark } from './match.ts'
import { idBits } from './ranking.ts'
import type { AnalysedDocument, DocumentTerms } from './terms.ts'

// A bucket holds the documents of 16 days, or 4,096 undated ones; a group is 16 buckets.
const daysShift = 4
const idsShift = 12
const datedFrom = 2 ** 20
export const bucketsInGroup = 16

/** Orders documents by day, then by id. */
export const recencyOf = (day: number, id: number): number => day * 2 ** idBits + id

export const bucketOfDay = (day: number): number => datedFrom + (day >> daysShift)
const bucketOf = (day: number, id: number): number =>
  day === 0 ? id >> idsShift : bucketOfDay(day)

// Limits of a tsvector: less than 1 MB in total, and of the positions of a lexeme.
const vectorBytesMax = 900_000
const positionsMax = 255
// Words beyond the highest position share it. The position before stays unused, so that they are adjacent to none.
const lastPosition = 16_383
const positionMax = lastPosition - 2
// Keeps the last word of the title and the first of the body from forming a phrase.
const titleGap = 2

/**
 * A row of the index. The bucket of a document is a lexeme of its vector, so that one GIN scan finds the matches of a
 * bucket.
 */
export function vectorRow({ document, terms }: AnalysedDocument) {
  const { id, municipality_id, day, group_key, rank } = document
  const bucket = bucketOf(day, id)
  const group = Math.floor(bucket / bucketsInGroup)
  const municipality = mark.municipality(municipality_id)
  const marks = [
    `${municipality}/${bucket}`,
    `${municipality}/g${group}`,
    mark.kind(document.kind),
    ...document.marks.split(' ').filter(Boolean),
  ]
  return {
    ...{ id, municipality_id, bucket, recency: recencyOf(day, id), group_key, rank },
    words: `${marks.map(quoted).join(' ')} ${wordVector(terms)}`,
  }
}

/**
 * A tsvector literal: words of the title have weight A, words as written have no position. Others have the last one,
 * because a lexeme without a position has every weight and is adjacent to all.
 */
function wordVector({ title, body, others, exact }: DocumentTerms): string {
  const vector = new Vector()
  vector.add(title, { first: 0, weight: 'A' })
  vector.add(body, { first: title.length + titleGap, weight: '' })
  vector.addLast(others)
  vector.add(exact)
  return vector.toString()
}

class Vector {
  readonly #positionsOf = new Map<string, string[]>()
  #bytes = 0

  /** Adds words in order, or without positions. */
  add(words: Iterable<string>, from?: { first: number; weight: string }): void {
    let position = from?.first ?? 0
    for (const word of words) {
      if (this.#bytes > vectorBytesMax) return
      position += 1
      const positions = this.#positionsFor(word)
      if (from === undefined || positions.length >= positionsMax) continue
      positions.push(`${position > positionMax ? lastPosition : position}${from.weight}`)
      this.#bytes += 2
    }
  }

  addLast(words: Iterable<string>): void {
    for (const word of words) {
      if (this.#bytes > vectorBytesMax) return
      const positions = this.#positionsFor(word)
      if (positions.length > 0) continue
      positions.push(String(lastPosition))
      this.#bytes += 2
    }
  }

  #positionsFor(word: string): string[] {
    const existing = this.#positionsOf.get(word)
    if (existing !== undefined) return existing
    const positions: string[] = []
    this.#positionsOf.set(word, positions)
    this.#bytes += Buffer.byteLength(word) + 8
    return positions
  }

  toString(): string {
    return [...this.#positionsOf]
      .map(([word, at]) => (at.length === 0 ? quoted(word) : `${quoted(word)}:${at.join(',')}`))
      .join(' ')
  }
}

/** A tsquery. */
export function tsQuery(match: Match): string {
  if ('term' in match) return quoted(match.term)
  if ('title' in match) return `${quoted(match.title)}:A`
  if ('phrase' in match) {
    const weight = match.within === 'title' ? ':A' : ''
    return `(${match.phrase.map((word) => `${quoted(word)}${weight}`).join(' <-> ')})`
  }
  if ('all' in match) return `(${match.all.map(tsQuery).join(' & ')})`
  return `(${match.any.map(tsQuery).join(' | ')})`
}

// Terms contain only letters and digits, and one mark before them: nothing to escape.
const quoted = (word: string): string => `'${word}'`
