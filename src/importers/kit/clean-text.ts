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
