import type { ListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'

/** Links to the next and the first page of a list. */
export function More({ page, first }: { page: ListPage<unknown>; first: string }) {
  const { words } = useLocale()
  if (page.next === undefined && page.isFirst) return null
  return (
    <nav class="row" aria-label={words.list.pages}>
      {!page.isFirst && <a href={first}>{words.list.first}</a>}
      {page.next !== undefined && (
        <a href={page.next} rel="next">
          {words.list.next}
        </a>
      )}
    </nav>
  )
}
