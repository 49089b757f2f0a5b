import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'

/** Filters that the page of a matter links to; they take only values of the record. */
const linked = ['status', 'category'] as const

/** The filters of the list as a form that needs no script. */
export function MatterFilter({ path, query }: Pick<Visit, 'path' | 'query'>) {
  const { words } = useLocale()
  const text = (name: string) => String(query[name] ?? '')
  const isFiltered = Object.keys(query).some((name) => name !== 'cursor')
  return (
    <form class="filter" action={path} method="get">
      <label>
        {words.matters.from}
        <input type="date" name="date_from" value={text('date_from')} />
      </label>
      <label>
        {words.matters.to}
        <input type="date" name="date_to" value={text('date_to')} />
      </label>
      {linked
        .filter((name) => query[name] !== undefined)
        .map((name) => (
          <label key={name}>
            {words.matters[name]}
            <input type="text" name={name} maxLength={200} value={text(name)} />
          </label>
        ))}
      <button type="submit">{words.list.show}</button>
      {isFiltered && <a href={path}>{words.list.reset}</a>}
    </form>
  )
}
