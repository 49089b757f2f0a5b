import type { Words } from '../words.en.ts'

/** The usual results, and the one that was given. */
export function resultOptions(given: unknown, { results }: Words) {
  const usual = Object.entries(results).map(([slug, name]) => ({ slug, name }))
  const isUsual = usual.some(({ slug }) => slug === given)
  return typeof given === 'string' && !isUsual ? [...usual, { slug: given, name: given }] : usual
}
