import { useLocale } from '../locale.ts'

interface SortLinksProps {
  by: 'ward' | 'name'
  /** The order without `?sort=`. */
  initial: 'ward' | 'name'
  path: string
  /** Of the part of the page that is sorted. */
  anchor?: string
}

/** Links to a list of people by ward and by name. */
export function SortLinks({ by, initial, path, anchor = '' }: SortLinksProps) {
  const { words } = useLocale()
  const orders = { ward: words.people.byWard, name: words.people.byName }
  return (['ward', 'name'] as const).map((order) => (
    <a
      key={order}
      href={`${path}${order === initial ? '' : `?sort=${order}`}${anchor}`}
      aria-current={order === by ? 'true' : undefined}
    >
      {orders[order]}
    </a>
  ))
}
