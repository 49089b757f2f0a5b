import type { MonthCounts } from '../../store/search/months.ts'
import { searchBounds } from '../../store/search/search.ts'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import { type ChosenDays, type Period, periodOf, periodsOf } from './periods.ts'

interface WhenProps {
  visit: Pick<Visit, 'path' | 'query'>
  months: MonthCounts | undefined
  /** Whether some results lack words, which are not counted. */
  hasPartial: boolean
}

const daysIn = ({ date_from: from, date_to: to }: Visit['query']) => ({ from, to }) as ChosenDays

/** How many results came up in each month, or in each year, each with a link to them. */
export function When({ visit, months, hasPartial }: WhenProps) {
  const { words, count } = useLocale()
  const { search } = words
  const nameOf = usePeriodName()
  if (months === undefined || months.years.length === 0) return null
  const { years, byMonth } = periodsOf(months, daysIn(visit.query))
  const by = years.length > 0 ? 'years' : 'months'
  const counted = months[by]
  const most = counted.reduce((best, one) => (one.records > best.records ? one : best))
  return (
    <details class="when">
      <summary>{search.when}</summary>
      <h2>{search.when}</h2>
      <p class="quiet">
        {search.most(nameOf(most.period), most.records, count(most.records))} {search.severally[by]}
        {hasPartial && ` ${search.wholeCounted}`}
        {months.undated > 0 && ` ${search.undated(months.undated, count(months.undated))}`}
        {months.isCut && ` ${search.newestCounted(count(searchBounds.countedMax))}`}
      </p>
      {years.length > 0 && <Bars visit={visit} periods={years} most={most.records} />}
      {byMonth.length > 0 && (
        <ul class="years">
          {byMonth.map((year) => (
            <li key={year.period}>
              <a href={hrefOf(visit, year)}>
                <strong>{year.period}</strong> {search.found(year.records, count(year.records))}
              </a>
              <Bars
                visit={visit}
                periods={year.months}
                most={Math.max(
                  1,
                  ...byMonth.flatMap((one) => one.months.map(({ records }) => records)),
                )}
              />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

interface BarsProps extends Pick<WhenProps, 'visit'> {
  periods: readonly Period[]
  most: number
}

const heightPx = 56

function Bars({ visit, periods, most }: BarsProps) {
  const { words, count, dayParts } = useLocale()
  const nameOf = usePeriodName()
  return (
    <ol class="periods">
      {periods.map((period) => {
        const { records, isChosen, span } = period
        const isMonth = period.period.includes('-')
        const label = isMonth ? dayParts(span.from).month.slice(0, 1).toUpperCase() : period.period
        const name = words.search.inPeriod(nameOf(period.period), records, count(records))
        const bar = (
          <>
            <span class="announced">{name}</span>
            {records > 0 && <b aria-hidden="true">{count(records)}</b>}
            <svg aria-hidden="true" height={Math.ceil((heightPx * records) / most)}>
              <rect width="100%" height="100%" />
            </svg>
            <span aria-hidden="true">{label}</span>
          </>
        )
        return (
          <li key={period.period}>
            {records === 0 ? (
              bar
            ) : (
              <a href={hrefOf(visit, period)} aria-current={isChosen ? 'true' : undefined}>
                {bar}
              </a>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function hrefOf({ path, query }: WhenProps['visit'], { span: { from, to } }: Pick<Period, 'span'>) {
  const { page: _, ...others } = query
  return urlOf(path, { ...others, date_from: from, date_to: to })
}

/** June 2026, or 2026. */
function usePeriodName(): (period: string) => string {
  const { month } = useLocale()
  return (period) => (period.includes('-') ? month(`${period}-01`) : period)
}

/** The days that are searched, with a link to search all. */
export function ChosenSpan({ visit: { path, query } }: Pick<WhenProps, 'visit'>) {
  const { words, date } = useLocale()
  const nameOf = usePeriodName()
  const { search } = words
  const span = daysIn(query)
  const { page: _, date_from, date_to, ...others } = query
  if (date_from === undefined && date_to === undefined) return null
  const period = periodOf(span)
  const shown = (day: string | undefined) => (day === undefined ? undefined : date(day))
  return (
    <p class="row">
      <strong>
        {period === undefined
          ? search.between(shown(span.from), shown(span.to))
          : search.onlyIn(nameOf(period))}
      </strong>
      <a href={urlOf(path, others)}>{search.anyDate}</a>
    </p>
  )
}
