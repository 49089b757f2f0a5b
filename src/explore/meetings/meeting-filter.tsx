import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'

interface MeetingFilterProps extends Pick<Visit, 'query'> {
  path: string
  bodies: readonly { slug: string; name: string }[]
}

/** The filters of the list as a form that needs no script. */
export function MeetingFilter({ path, query, bodies }: MeetingFilterProps) {
  const { words } = useLocale()
  const text = (name: string) => String(query[name] ?? '')
  const isFiltered = Object.keys(query).some((name) => name !== 'cursor')
  return (
    <form class="filter" action={path} method="get">
      <label>
        {words.meetings.body}
        <select name="organization">
          <option value="">{words.meetings.allBodies}</option>
          {bodies.map(({ slug, name }) => (
            <option key={slug} value={slug} selected={slug === text('organization')}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.meetings.from}
        <input type="date" name="date_from" value={text('date_from')} />
      </label>
      <label>
        {words.meetings.to}
        <input type="date" name="date_to" value={text('date_to')} />
      </label>
      <label class="check">
        <input
          type="checkbox"
          name="has_recorded_votes"
          value="true"
          checked={query.has_recorded_votes === true}
        />
        {words.meetings.withVotes}
      </label>
      <button type="submit">{words.list.show}</button>
      {isFiltered && <a href={path}>{words.list.reset}</a>}
    </form>
  )
}
