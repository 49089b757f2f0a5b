import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'

/** Filters that the page of a by-law links to; they take only values of the record. */
const linked = ['status', 'category'] as const

/** The filters of the list as a form that needs no script. */
export function BylawFilter({ path, query }: Pick<Visit, 'path' | 'query'>) {
  const { words } = useLocale()
  const text = (name: string) => String(query[name] ?? '')
  const isFiltered = Object.keys(query).some((name) => name !== 'cursor')
  return (
    <form class="filter" action={path} method="get">
      <label>
        {words.bylaws.q}
        <input type="search" name="q" maxLength={200} value={text('q')} />
      </label>
      <label>
        {words.bylaws.year}
        <input type="text" name="year" inputMode="numeric" size={6} value={text('year')} />
      </label>
      {linked
        .filter((name) => query[name] !== undefined)
        .map((name) => (
          <label key={name}>
            {words.bylaws[name]}
            <input type="text" name={name} maxLength={200} value={text(name)} />
          </label>
        ))}
      <button type="submit">{words.list.show}</button>
      {isFiltered && <a href={path}>{words.list.reset}</a>}
    </form>
  )
}
