import type { ListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'

/** Links to the next and the first page of a list. */
export function More({
  page: { first, next },
}: {
  page: Pick<ListPage<unknown>, 'first' | 'next'>
}) {
  const { words } = useLocale()
  if (first === undefined && next === undefined) return null
  return (
    <nav class="row" aria-label={words.list.pages}>
      {first !== undefined && <a href={first}>{words.list.first}</a>}
      {next !== undefined && (
        <a href={next} rel="next">
          {words.list.next}
        </a>
      )}
    </nav>
  )
}
