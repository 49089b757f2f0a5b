// These words mean the same; every other word says more, or something else, and stays as it is written.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  Carried: ['carried', 'pass', 'passed'],
  Defeated: ['defeated', 'fail', 'failed', 'lost'],
  Referred: ['referred'],
  Tabled: ['tabled'],
  Withdrawn: ['withdrawn'],
}
const results = new Map(
  Object.entries(synonyms).flatMap(([result, words]) => words.map((word) => [word, result])),
)

/** What a motion came to; an unknown word as it is written, and null where there is none. */
export function toResult(written: string | null): string | null {
  return results.get(written?.trim().toLowerCase() ?? '') ?? written
}
