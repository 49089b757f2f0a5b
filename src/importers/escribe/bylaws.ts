import { cleanLine, cleanText } from '../kit/clean-text.ts'

/** A by-law in a motion's numbered list. */
export interface ListedBylaw {
  number: string
  title: string
  year: number
}

// The entries of a list run together ("… of the City.2026-156    A by-law …") and mention older by-laws, so only a number
// directly before "A by-law" begins an entry.
const opening = /((?:19|20)\d{2}-\d{1,5})\s+(?=An?\s[Bb]y-?[Ll]aw\b)/

/** The motion's text with each numbered by-law on its own line. */
export function onLines(motionText: string): string {
  return motionText.replace(new RegExp(`\\s*${opening.source}`, 'g'), '\n$1 ').trim()
}

/** The numbered by-laws of a motion, in order. */
export function parseBylawList(motionText: string): ListedBylaw[] {
  const parts = (cleanText(motionText) ?? '').split(opening)
  const bylaws: ListedBylaw[] = []
  for (let index = 1; index + 1 < parts.length; index += 2) {
    const number = parts[index] ?? ''
    const title = cleanLine(parts[index + 1])
    if (title !== null) bylaws.push({ number, title, year: Number(number.slice(0, 4)) })
  }
  return bylaws
}

export function isThreeReadings(itemTitle: string): boolean {
  return /^(?:motion to introduce by-?laws,? )?three readings\b/i.test(itemTitle)
}

/** Whether the item is the by-law that confirms the meeting's proceedings. */
export function isConfirmationBylaw(itemTitle: string): boolean {
  return /^confirm(?:ation|ing|atory) by-?law$/i.test(itemTitle)
}

/** The motion's text without its opening, "That the following by-law be read and passed". */
export function confirmationText(motionText: string): string | null {
  return cleanText(
    (cleanText(motionText) ?? '').replace(
      /^That the following by-?law be read and passed:\s*/i,
      '',
    ),
  )
}
