import { foldCase } from '../../core/fold.ts'
import type { Words } from '../words/en.ts'
import { wordOf } from '../words/word-of.ts'

/** The results on record, the most frequent first; the given one as it is written, because filters ignore case. */
export function resultOptions(
  results: readonly { value: string }[],
  given: unknown,
  { agreement }: Words,
) {
  return results.map(({ value }) => ({
    slug: typeof given === 'string' && foldCase(given) === foldCase(value) ? given : value,
    name: wordOf(agreement.feminine.results, value) ?? value,
  }))
}
