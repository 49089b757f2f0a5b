import { SourceError } from '../source.ts'
import type { JsonApi } from './json-api.ts'

export interface Page<T> {
  url: string
  rows: T[]
}

/**
 * All pages of a list. `read` returns the rows of a response and the URL of the next page, null after the last. Throws
 * `SourceError` if the pages form a loop.
 */
export async function* listPages<T>(
  api: Pick<JsonApi, 'get'>,
  first: string,
  read: (response: unknown, url: string) => { rows: T[]; next: string | null },
): AsyncGenerator<Page<T>> {
  const seen = new Set<string>()
  for (let url: string | null = first; url !== null; ) {
    if (seen.has(url)) throw new SourceError(`${url} appears twice in a list of pages`)
    seen.add(url)
    const { rows, next } = read(await api.get(url), url)
    yield { url, rows }
    url = next
  }
}
