import { sharedLength, shownLength } from './queries.ts'

/** Characters before the first difference, at least. */
const leadLength = 40

/** Two long texts from shortly before their first difference, so that their first characters have it. */
export function aroundDifference(
  old: string | null,
  now: string | null,
): [string | null, string | null] {
  if (old === null || now === null) return [old, now]
  const shared = sharedIn(old, now)
  if (shared < sharedLength || Math.max(old.length, now.length) <= shownLength) return [old, now]
  const from = shared - leadLength
  const space = old.lastIndexOf(' ', from)
  // A word can be longer than what is shown.
  const start = from - space < leadLength ? space + 1 : from
  return [excerptOf(old, { start, shared }), excerptOf(now, { start, shared })]
}

function sharedIn(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

/** With the difference, and up to a whole word if that is after it. */
function excerptOf(text: string, { start, shared }: { start: number; shared: number }): string {
  const rest = text.slice(start)
  // Without the two ellipses.
  const length = shownLength - 2
  const end = rest.lastIndexOf(' ', length)
  const cut = end > shared - start ? end : length
  const shown = rest.length <= length ? rest : `${rest.slice(0, cut)}…`
  // The cuts must not leave an unpaired surrogate.
  return `…${shown.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF](?=…$)/g, '')}`
}
