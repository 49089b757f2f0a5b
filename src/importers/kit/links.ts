import { type Contact, contactIssue, isWebUrl, webUrlRule } from '../../core/web-url.ts'
import type { SourceItem } from '../source.ts'

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
