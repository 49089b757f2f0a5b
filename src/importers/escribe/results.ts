import { cleanLine } from '../kit/clean-text.ts'
import { toResult } from '../kit/vocabulary.ts'

/** A motion's result and the counts printed with it. */
export interface PrintedResult {
  result: string | null
  counts: { for: number; against: number } | null
}

/** Parses `Lost (5 to 7)`. */
export function parseResult(written: string | null | undefined): PrintedResult {
  const line = cleanLine(written)
  if (line === null) return { result: null, counts: null }
  const parts = /^(.+?)\s*\((\d{1,6}) to (\d{1,6})\)$/i.exec(line)
  const word = parts?.[1] ?? line
  const counts = parts === null ? null : { for: Number(parts[2]), against: Number(parts[3]) }
  return { result: toResult(word), counts }
}
