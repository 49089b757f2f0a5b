import type { JsonApi } from '../../kit/json-api.ts'
import { listPages, type Page } from '../../kit/paged-list.ts'
import { SourceError } from '../../source.ts'

// Legistar answers with no more, whatever is asked for.
const rowsMax = 1000

/**
 * A list in the order of its ids. Each page begins behind the last id of the one before, not at a count of rows, so that
 * nothing is lost or repeated when rows come or go meanwhile.
 */
export function listById(
  api: JsonApi,
  { list, id, filter }: { list: string; id: string; filter: string | null },
): AsyncGenerator<Page<unknown>> {
  const urlAfter = (last: number) => {
    const behind = `${id} gt ${last}`
    return api.urlOf(list, {
      $filter: filter === null ? behind : `(${filter}) and ${behind}`,
      $orderby: id,
      $top: String(rowsMax),
    })
  }
  let last = 0
  return listPages(api, urlAfter(last), (response, url) => {
    const rows = listIn(response, url)
    last = lastIdOf(rows, { url, id, after: last })
    // Not a short page but an empty one is the last: how many rows there are at most is the server's choice.
    return { rows, next: rows.length === 0 ? null : urlAfter(last) }
  })
}

/** A value that has to be a list. */
export function listIn(value: unknown, url: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new SourceError(`${url} did not respond with a list; is it Legistar's Web API?`)
}

// A server that knows neither order nor filter would answer with the same page for ever.
function lastIdOf(rows: readonly unknown[], page: { url: string; id: string; after: number }) {
  let last = page.after
  for (const row of rows) {
    const found = (row as Record<string, unknown> | null)?.[page.id]
    if (typeof found !== 'number' || found <= last)
      throw new SourceError(
        `${page.url} responded with rows that are not in the order of ${page.id}`,
      )
    last = found
  }
  return last
}
