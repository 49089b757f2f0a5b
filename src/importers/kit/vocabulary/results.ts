// Other words say more and are recorded as written.
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

/** The result of a motion; an unknown word is returned as written. */
export function toResult(written: string | null): string | null {
  return results.get(written?.trim().toLowerCase() ?? '') ?? written
}
