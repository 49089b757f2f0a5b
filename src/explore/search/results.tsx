import type { SearchItem } from '../../resources/search/schema.ts'
import { useCouncil } from '../council-context.ts'
import { type Locale, useLocale } from '../locale.ts'
import { itemPath } from '../meeting/item-path.ts'
import { statementAnchor } from '../meeting/statement-anchor.ts'
import { kindOf } from '../motion/motion-title.ts'
import { paths } from '../paths.ts'
import { wordOf } from '../word-of.ts'
import type { BesideSearch } from './queries.ts'

interface ResultsProps {
  items: readonly SearchItem[]
  beside: Pick<BesideSearch, 'items' | 'kinds'>
}

/** The results in the order of the API, each with the records of the same title. */
export function Results({ items, beside }: ResultsProps) {
  return (
    <ul class="rows results">
      {items.map((item) => (
        <li key={`${item.type} ${item.slug}`}>
          <Result item={item} beside={beside} />
        </li>
      ))}
    </ul>
  )
}

function Result({ item, beside }: { item: SearchItem } & Pick<ResultsProps, 'beside'>) {
  const locale = useLocale()
  const href = usePath(item, beside)
  const facts = [
    kindOfResult(item, beside, locale),
    item.date === null ? null : locale.date(item.date),
    item.document_title,
  ]
  return (
    <>
      {href === undefined ? <strong>{item.title}</strong> : <a href={href}>{item.title}</a>}
      <p class="quiet">{facts.filter((fact) => fact != null).join(' · ')}</p>
      {!isPartOf(item.title, item.snippet) && <p>{item.snippet}</p>}
      {item.others.length > 0 && <Others others={item.others} beside={beside} />}
    </>
  )
}

/** Amendment, Motion, Agenda item: the title of a motion may be that of its agenda item. */
function kindOfResult(
  { type, slug }: Pick<SearchItem, 'type' | 'slug'>,
  { kinds }: ResultsProps['beside'],
  locale: Locale,
): string | undefined {
  const kind = type === 'motion' ? kindOf(kinds.get(slug) ?? null, locale) : undefined
  return kind ?? wordOf(locale.words.search.kinds, type)
}

function isPartOf(title: string, snippet: string): boolean {
  return title.includes(snippet.replaceAll('…', '').trim())
}

function Others({ others, beside }: Pick<SearchItem, 'others'> & Pick<ResultsProps, 'beside'>) {
  const { words } = useLocale()
  return (
    <details>
      <summary>{words.search.others(others.length)}</summary>
      <ul>
        {others.map((other) => (
          <li key={`${other.type} ${other.slug}`}>
            <Other other={other} beside={beside} />
          </li>
        ))}
      </ul>
    </details>
  )
}

type Grouped = SearchItem['others'][number]

function Other({ other, beside }: { other: Grouped } & Pick<ResultsProps, 'beside'>) {
  const locale = useLocale()
  const href = usePath({ ...other, matter_slug: null }, beside)
  const name = [
    kindOfResult(other, beside, locale),
    other.date === null ? null : locale.date(other.date),
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
  { items }: ResultsProps['beside'],
): string | undefined {
  const council = useCouncil()
  if (type === 'motion') return paths.motion(council, slug)
  if (type === 'matter') return paths.matter(council, slug)
  if (meeting === null) return matter === null ? undefined : paths.matter(council, matter)
  const path = paths.meeting(council, meeting)
  if (type === 'key_statement') return `${path}#${statementAnchor(slug)}`
  const position = type === 'agenda_item' && items.find((item) => item.slug === slug)
  return position ? itemPath(path, position) : path
}
