import { type HeadingSource, headingOf } from '../../../src/core/headings/heading.ts'
import { outcomeOfMotion, resultOfMatter } from '../../../src/core/headings/outcome.ts'
import { wordsIn } from '../../../src/core/headings/words.ts'

const names = new Set(wordsIn('Odile Marsh Peter Quill Ana Marsh-Quill').map(({ word }) => word))
/** A motion that carried, of which nothing else is known. */
export const motion: HeadingSource = {
  ...{ kind: 'motion', text: null, summary: null, plain_english_summary: null },
  ...{ result: 'Carried', other_result: null, tally_for: null, tally_against: null },
  ...{ tally_weighted_for: null, tally_weighted_against: null, vote_basis: null },
  ...{ subjects: [], names, areas: new Set<string>(), body_kind: null },
}
export const read = (more: Partial<HeadingSource>) => headingOf({ ...motion, ...more })
/** Where its title is from, and the title. */
export const titled = (more: Partial<HeadingSource>) => {
  const { title, title_from } = read(more)
  return [title_from, title]
}

/** The outcome of a motion and of its matter. */
export function became(more: Partial<HeadingSource>) {
  const source = { ...motion, ...more }
  const voted = { ...source, ...headingOf(source) }
  return [outcomeOfMotion(voted).verb, resultOfMatter(voted)]
}
