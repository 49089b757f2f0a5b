import { shorten } from '../../core/shorten.ts'

// The words that begin what is decided, in English and French minutes.
const resolving =
  /^(?:THEREFORE|BE IT|IT IS|AND BE IT|NOW,? THEREFORE|PAR CONSÉQUENT|IL EST|QU’IL SOIT)\b[ \p{Lu}’',-]*(?=[\s:;,.])/u
const deciding = /^(?:That|Que)\b/
const excerptLength = 140

/** The words of a paragraph that begin a resolution; empty if it begins none. */
export const resolvingWords = (paragraph: string): string => resolving.exec(paragraph)?.[0] ?? ''

export const paragraphsOf = (text: string): string[] =>
  text.split(/\n+/).filter((line) => line.trim() !== '')

/** The beginning of what a text decides; null if it does not say it in words that are known. */
export function decidedIn(text: string): string | null {
  const paragraphs = paragraphsOf(text).map((paragraph) => paragraph.trim())
  const decided = paragraphs.find((one) => deciding.test(one) || resolvingWords(one) !== '')
  // "That Council:" alone says nothing.
  if (decided === undefined || decided.endsWith(':')) return null
  return shorten(decided.replace(/\s+/g, ' '), excerptLength)
}

/** Whether a text announces what follows and ends, or is no more than a heading. */
export function isCut(text: string): boolean {
  return /(?::|\b(?:as outlined|set out|described|listed) below|^Report Recommendation(?:s|\(s\))?)[.\s]*$/i.test(
    text,
  )
}
