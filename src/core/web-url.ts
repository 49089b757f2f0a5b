/** A user name or password would be published. */
export const webUrlPattern = '^https?://[^\\s/?#@]+([/?#][^\\s]*)?$'
export const webUrlLengthMax = 4000
const webUrl = new RegExp(webUrlPattern)

/** Whether a text is an http(s) URL that can be shown. */
export function isWebUrl(text: string): boolean {
  return text.length <= webUrlLengthMax && webUrl.test(text) && URL.canParse(text)
}

/** An http(s) URL, which may be relative to a base; undefined if it is not one. */
export function parseWebUrl(text: string, base?: string): URL | undefined {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined
}

/** The text of a link, with its spaces encoded, or null: publishers also write words into link fields. */
export function toUrl(text: string | null | undefined): string | null {
  const url = text?.trim() ?? ''
  return /^https?:\/\//.test(url) ? url.replaceAll(' ', '%20') : null
}

export interface Contact {
  type: string
  value: string
}

/** What is wrong with a link or e-mail address; null if nothing is, or if it is neither. */
export function contactIssue({ type, value }: Contact): string | null {
  if (type === 'email' && !isEmailAddress(value)) return 'must be an e-mail address'
  return type === 'url' && !isWebUrl(value) ? webUrlRule : null
}

export const webUrlRule = 'must be an http or https URL (no spaces, no password)'

// The WHATWG's rule for e-mail fields, with the letters of all alphabets and at least one dot in the domain.
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const pattern = new RegExp(
  `^[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:[.]${label})+$`,
  'u',
)
// RFC 5321 allows no longer one.
const lengthMax = 254

export function isEmailAddress(text: string): boolean {
  return text.length <= lengthMax && pattern.test(text)
}
