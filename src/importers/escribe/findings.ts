import type { Finding } from '../source.ts'

/** What a reading has found so far; later steps add to it. */
export interface Findings {
  problems: Finding[]
  notices: Finding[]
}

/** An empty collection of findings. */
export function createFindings(): Findings {
  return { problems: [], notices: [] }
}
