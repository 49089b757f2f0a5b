import { type JsonApi, listPages, type Page } from '../../kit/json-api.ts'
import { SourceError } from '../../source.ts'

// Legistar's maximum page size.
const rowsMax = 1000

/** A list by keyset paging, so that no row is lost or repeated when rows are added or removed meanwhile. */
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
    // Only an empty page is the last: the server may return fewer rows than requested.
    return { rows, next: rows.length === 0 ? null : urlAfter(last) }
  })
}

export function listIn(value: unknown, url: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new SourceError(`${url} did not respond with a list; is it Legistar's Web API?`)
}

// A server that ignores order and filter would return the same page forever.
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
