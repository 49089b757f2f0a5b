import { toUrl } from '../../core/web-url.ts'
import type { DocumentPart } from '../records/record-schema.ts'
import type { Entry } from './entry.ts'
import type { DocumentLinks } from './schema.ts'

/** The first http(s) URL of a list of links. */
export function firstUrl(links: { url?: string | null }[] | null | undefined): string | null {
  return links?.map(({ url }) => toUrl(url)).find((url) => url !== null) ?? null
}

/** Published files, one document per URL. `kind` is the default type. */
export function toDocuments(
  entry: Entry,
  field: string,
  published: DocumentLinks,
  kind: string | null = null,
): DocumentPart[] {
  return (published ?? []).flatMap((file, index) => {
    const { note, date, classification, url, links, extras } = file
    const written = typeof extras?.type === 'string' ? extras.type : null
    const urls = [url, ...(links ?? []).map((link) => link.url)].flatMap((one) => toUrl(one) ?? [])
    const type = entry.line(written, classification) ?? kind
    const title = entry.line(note, type) ?? urls[0]
    if (title === undefined) return []
    const document = { title, type, date: entry.day(`${field}/${index}/date`, date) }
    return urls.length === 0 ? [document] : urls.map((href) => ({ ...document, url: href }))
  })
}
