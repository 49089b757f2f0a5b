import { isKnownResult } from '../../core/carried-results.ts'
import { cleanLine } from '../kit/clean-text.ts'
import { toResult } from '../kit/vocabulary.ts'

/** A motion's result and the counts printed with it. */
export interface PrintedResult {
  result: string | null
  counts: { for: number; against: number } | null
}

const withCounts = /^(.+?)\s*\((\d{1,6})\s*(?:to|à|contre|[-–])\s*(\d{1,6})\)$/i

/** Parses `Lost (5 to 7)`; a word that says more than a result is kept as it is written. */
export function parseResult(written: string | null | undefined): PrintedResult {
  const line = cleanLine(written)
  if (line === null) return { result: null, counts: null }
  const parts = withCounts.exec(line)
  const word = parts?.[1] ?? line
  const counts = parts === null ? null : { for: Number(parts[2]), against: Number(parts[3]) }
  const plain = toResult(word.replace(/^motion (?:was )?/i, '').replace(/\.$/, ''))
  return { result: plain !== null && isKnownResult(plain) ? plain : toResult(word), counts }
}
