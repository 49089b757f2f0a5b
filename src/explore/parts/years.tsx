import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'

interface YearsProps {
  visit: Visit
  /** Dates; null without any. */
  first: string | null
  last: string | null
}

const yearsMax = 20

/** Links to the years of a list; nothing if there is only one. */
export function Years({ visit: { path, query, today }, first, last }: YearsProps) {
  const { words } = useLocale()
  if (first === null || last === null) return null
  const latest = last < today ? last : today
  const [from, to] = [Number(first.slice(0, 4)), Number(latest.slice(0, 4))]
  if (from >= to) return null
  const years = Array.from({ length: Math.min(to - from + 1, yearsMax) }, (_, at) => to - at)
  const { cursor, ...filters } = query
  return (
    <nav aria-label={words.motions.years}>
      <ul class="slices">
        {years.map((year) => {
          const dates = { date_from: `${year}-01-01`, date_to: `${year}-12-31` }
          const isCurrent = query.date_from === dates.date_from && query.date_to === dates.date_to
          return (
            <li key={year}>
              <a
                href={urlOf(path, { ...filters, ...dates })}
                aria-current={isCurrent ? 'true' : undefined}
              >
                {year}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
