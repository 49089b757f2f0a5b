import { SourceError } from '../source.ts'
import type { JsonApi } from './json-api.ts'

/** A page of a list, and its URL. */
export interface Page<T> {
  url: string
  rows: T[]
}

/**
 * A whole list, page after page. `read` takes the rows from a response, and says where the next page is; null after the
 * last. Throws `SourceError` where a server leads back to a page that was read.
 */
export async function* listPages<T>(
  api: Pick<JsonApi, 'get'>,
  first: string,
  read: (response: unknown, url: string) => { rows: T[]; next: string | null },
): AsyncGenerator<Page<T>> {
  const seen = new Set<string>()
  for (let url: string | null = first; url !== null; ) {
    if (seen.has(url)) throw new SourceError(`${url} comes twice in a list`)
    seen.add(url)
    const { rows, next } = read(await api.get(url), url)
    yield { url, rows }
    url = next
  }
}
