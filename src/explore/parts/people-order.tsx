import type { SeatNoun } from '../../core/ward-name.ts'
import { useLocale } from '../locale.ts'

/** By ward, with its number as a number and people without one first; or by family name, as far as a name shows it. */
export function sortPeople<P extends { name: string; ward?: string | null }>(
  people: readonly P[],
  { by, language }: { by: 'ward' | 'name'; language: string },
): P[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const keysOf = ({ name, ward }: P) => [
    ...(by === 'ward' ? [ward ?? ''] : []),
    name.slice(name.lastIndexOf(' ') + 1),
    name,
  ]
  return people.toSorted((one, other) => {
    const others = keysOf(other)
    return keysOf(one).reduce((order, key, at) => order || compare(key, others[at] ?? ''), 0)
  })
}

interface SortLinksProps {
  by: 'ward' | 'name'
  /** The order without `?sort=`. */
  initial: 'ward' | 'name'
  path: string
  /** What seats are called. */
  noun: SeatNoun
  /** Of the part of the page that is sorted. */
  anchor?: string
}

/** Links to a list of people by their seats and by name. */
export function SortLinks({ by, initial, path, noun, anchor = '' }: SortLinksProps) {
  const { words } = useLocale()
  const orders = { ward: words.people.bySeat[noun], name: words.people.byName }
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
