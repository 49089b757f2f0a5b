import type { Words } from '../words.en.ts'

/** The usual results, and the one that was given. */
export function resultOptions(given: unknown, { agreement }: Words) {
  const usual = Object.entries(agreement.feminine.results).map(([slug, name]) => ({ slug, name }))
  const isUsual = usual.some(({ slug }) => slug === given)
  return typeof given === 'string' && !isUsual ? [...usual, { slug: given, name: given }] : usual
}
