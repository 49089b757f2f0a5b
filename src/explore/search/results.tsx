import type { SearchItem } from '../../resources/search/schema.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { itemPath } from '../meeting/item-path.ts'
import { paths } from '../paths.ts'
import { wordOf } from '../word-of.ts'
import type { BesideSearch } from './queries.ts'

interface ResultsProps {
  items: readonly SearchItem[]
  positions: BesideSearch['items']
}

/** The results in the order of the API, each with the records of the same title. */
export function Results({ items, positions }: ResultsProps) {
  return (
    <ul class="rows results">
      {items.map((item) => (
        <li key={`${item.type} ${item.slug}`}>
          <Result item={item} positions={positions} />
        </li>
      ))}
    </ul>
  )
}

function Result({ item, positions }: { item: SearchItem } & Pick<ResultsProps, 'positions'>) {
  const { words, date } = useLocale()
  const href = usePath(item, positions)
  const facts = [
    wordOf(words.search.kinds, item.type),
    item.date === null ? null : date(item.date),
    item.document_title,
  ]
  return (
    <>
      {href === undefined ? <strong>{item.title}</strong> : <a href={href}>{item.title}</a>}
      <p class="quiet">{facts.filter((fact) => fact != null).join(' · ')}</p>
      {!isPartOf(item.title, item.snippet) && <p>{item.snippet}</p>}
      {item.others.length > 0 && <Others others={item.others} positions={positions} />}
    </>
  )
}

function isPartOf(title: string, snippet: string): boolean {
  return title.includes(snippet.replaceAll('…', '').trim())
}

function Others({
  others,
  positions,
}: Pick<SearchItem, 'others'> & Pick<ResultsProps, 'positions'>) {
  const { words } = useLocale()
  return (
    <details>
      <summary>{words.search.others(others.length)}</summary>
      <ul>
        {others.map((other) => (
          <li key={`${other.type} ${other.slug}`}>
            <Other other={other} positions={positions} />
          </li>
        ))}
      </ul>
    </details>
  )
}

type Grouped = SearchItem['others'][number]

function Other({ other, positions }: { other: Grouped } & Pick<ResultsProps, 'positions'>) {
  const { words, date } = useLocale()
  const href = usePath({ ...other, matter_slug: null }, positions)
  const name = [
    wordOf(words.search.kinds, other.type),
    other.date === null ? null : date(other.date),
  ]
    .filter((part) => part != null)
    .join(', ')
  return href === undefined ? name : <a href={href}>{name}</a>
}

/** The page of a result; undefined for a document of a record without one. */
function usePath(
  {
    type,
    slug,
    meeting_slug: meeting,
    matter_slug: matter,
  }: Grouped & Pick<SearchItem, 'matter_slug'>,
  positions: ResultsProps['positions'],
): string | undefined {
  const council = useCouncil()
  if (type === 'motion') return paths.motion(council, slug)
  if (type === 'matter') return paths.matter(council, slug)
  if (meeting === null) return matter === null ? undefined : paths.matter(council, matter)
  const path = paths.meeting(council, meeting)
  const position = type === 'agenda_item' && positions.find((item) => item.slug === slug)
  return position ? itemPath(path, position) : path
}
