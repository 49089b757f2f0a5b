import { isEmailAddress } from '../../core/email-address.ts'
import type { SourceItem } from '../source.ts'

/** A user name or password would be published. */
export const webUrlPattern = '^https?://[^\\s/?#@]+([/?#][^\\s]*)?$'
export const webUrlLengthMax = 4000
const webUrl = new RegExp(webUrlPattern)

/** Whether a text is an http(s) URL that can be shown. */
export function isWebUrl(text: string): boolean {
  return text.length <= webUrlLengthMax && webUrl.test(text) && URL.canParse(text)
}

/** The text of a link, with its spaces encoded, or null: publishers also write words into link fields. */
export function toUrl(text: string | null | undefined): string | null {
  const url = text?.trim() ?? ''
  return /^https?:\/\//.test(url) ? url.replaceAll(' ', '%20') : null
}

interface Contact {
  type: string
  value: string
}

/** What is wrong with a link or e-mail address; null if nothing is, or if it is neither. */
export function contactIssue({ type, value }: Contact): string | null {
  if (type === 'email' && !isEmailAddress(value)) return 'must be an e-mail address'
  return type === 'url' && !isWebUrl(value) ? webUrlRule : null
}

export const webUrlRule = 'must be an http or https URL (no spaces, no password)'

/** Skips invalid links and e-mail addresses of records, with a warning, for sources that no one here can correct. */
export async function* withoutInvalidLinks(
  items: AsyncIterable<SourceItem> | Iterable<SourceItem>,
): AsyncGenerator<SourceItem> {
  for await (const item of items) {
    if (item.type === 'record') {
      const record = item.record as Fields
      const subject = `${record.kind} ${record.key}`
      for (const reason of dropInvalidLinks(record))
        yield { type: 'warning', location: item.location, subject, reason }
    }
    yield item
  }
}

type Fields = Record<string, unknown>

function* dropInvalidLinks(record: Fields): Generator<string> {
  yield* dropUrls(record, '')
  for (const [index, part] of arrayIn(record.documents).entries())
    yield* dropUrls(part, `documents/${index}/`)
  const contacts = arrayIn(record.contact_details) as unknown as Contact[]
  const invalid = contacts.filter((contact) => contactIssue(contact) !== null)
  for (const contact of invalid)
    yield `contact_details/${contacts.indexOf(contact)} ${contactIssue(contact)}; skipped`
  if (invalid.length > 0)
    record.contact_details = contacts.filter((contact) => !invalid.includes(contact))
}

function* dropUrls(fields: Fields, path: string): Generator<string> {
  for (const [name, value] of Object.entries(fields)) {
    if (!/(?:^|_)url$/.test(name) || typeof value !== 'string' || isWebUrl(value)) continue
    fields[name] = null
    yield `${path}${name} ${webUrlRule}; skipped`
  }
}

const arrayIn = (value: unknown): Fields[] => (Array.isArray(value) ? value : [])
