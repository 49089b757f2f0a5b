import { foldText } from './fold.ts'
import { monthOf } from './month.ts'

const written =
  /(?<iso>\b\d{4}-\d{2}-\d{2}\b)|\b(?<day>\d{1,2})(?:er|st|nd|rd|th)?(?: of)? (?<word>\p{L}{3,})\.?,?(?: (?<year>\d{4})\b)?|\b(?<word2>\p{L}{3,})\.? (?<day2>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?<year2>\d{4})\b)?/gu

/** The days (YYYY-MM-DD) that a text writes out in English or French; those without a year are of the given one. */
export function writtenDays(text: string, year: string): string[] {
  return [...foldText(text).matchAll(written)].flatMap(({ groups = {} }) => {
    const { iso, day = groups.day2, word = groups.word2, year: stated = groups.year2 } = groups
    if (iso !== undefined) return [iso]
    const month = monthOf(word)
    const two = (part: number | string = '') => String(part).padStart(2, '0')
    return month === 0 ? [] : [`${stated ?? year}-${two(month)}-${two(day)}`]
  })
}
