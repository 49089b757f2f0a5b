import { toHtmlText } from './html-text.ts'

const oddSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
// Most values are a word or a name that is already clean.
const clean = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+)*$/
const invisible = /\u200b|\u2060|\ufeff/g

/** Text as a reader sees it: no markup, single plain spaces, trimmed; null if nothing remains. */
export function cleanText(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (clean.test(value)) return value
  const text = (/[<&]/.test(value) ? toHtmlText(value) : value)
    .replace(/\r\n?/g, '\n')
    .replace(oddSpace, ' ')
    .replace(invisible, '')
    .replace(/\p{Cc}/gu, (char) => (char === '\n' ? char : ' '))
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
  return text === '' ? null : text
}

/** Like `cleanText`, on one line. */
export function cleanLine(value: string | null | undefined): string | null {
  const text = cleanText(value)
  return text === null ? null : text.replace(/\s+/g, ' ')
}

/** The first line of a text, truncated to `max` UTF-16 units, with an ellipsis for the rest. */
export function shortened(text: string, max: number): string {
  if (text.length <= max && !text.includes('\n')) return text
  const start = text.slice(0, max - 1).split('\n')[0] ?? ''
  return `${wholeCharacters(start).trimEnd()}…`
}

/** A text that was cut, without half of a character at its end, which would be an unpaired surrogate. */
export function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/** A text as a title, and the full text if the title is truncated. */
export function toTitle(text: string, max: number): { title: string; rest: string | null } {
  const title = shortened(text, max)
  return { title, rest: title === text ? null : text }
}

/** The texts that are not blank, separated by empty lines; null if all are blank. */
export function paragraphs(...texts: (string | null | undefined)[]): string | null {
  return texts.filter((text) => text?.trim()).join('\n\n') || null
}
