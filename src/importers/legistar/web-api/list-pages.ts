import { SourceError } from '../../source.ts'
import type { Client } from './client.ts'

/** A page of a list, and its address. */
export interface Page {
  url: string
  rows: unknown[]
}

// Legistar answers with no more, whatever is asked for.
const rowsMax = 1000

/**
 * A whole list, page by page in the order of its ids. Each page begins behind the last id of the one before, not at a
 * count of rows, so that nothing is lost or repeated when rows come or go meanwhile.
 */
export async function* listPages(
  client: Client,
  { list, id, filter }: { list: string; id: string; filter: string | null },
): AsyncGenerator<Page> {
  for (let after = 0; ; ) {
    const behind = `${id} gt ${after}`
    const url = client.urlOf(list, {
      $filter: filter === null ? behind : `(${filter}) and ${behind}`,
      $orderby: id,
      $top: String(rowsMax),
    })
    const rows = listIn(await client.get(url), url)
    // Not a short page but an empty one is the last: how many rows there are at most is the server's choice.
    if (rows.length === 0) return
    after = lastIdOf(rows, { url, id, after })
    yield { url, rows }
  }
}

/** A value that has to be a list. */
export function listIn(value: unknown, url: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new SourceError(`${url} does not answer with a list; is it Legistar's Web API?`)
}

// A server that knows neither order nor filter would answer with the same page for ever.
function lastIdOf(rows: readonly unknown[], page: { url: string; id: string; after: number }) {
  let last = page.after
  for (const row of rows) {
    const found = (row as Record<string, unknown> | null)?.[page.id]
    if (typeof found !== 'number' || found <= last)
      throw new SourceError(`${page.url} answers with rows that are not in the order of ${page.id}`)
    last = found
  }
  return last
}
