import { utcDate } from '../../core/calendar-date.ts'
import type { MonthCounts, PeriodCount } from '../../store/search/months.ts'

/** Days, inclusive. */
export interface Span {
  from: string
  to: string
}

/** The days that are searched; undefined without a limit. */
export type ChosenDays = { [Day in keyof Span]?: Span[Day] | undefined }

/** A month (`2026-06`) or a year (`2026`) in a row of them, also one in which nothing came up. */
export interface Period extends PeriodCount {
  span: Span
  isChosen: boolean
}

export interface Year extends Period {
  months: readonly Period[]
}

// More would take several screens of a phone.
const yearsByMonth = 4
// A wrong date must not draw centuries.
const emptyYearsMax = 50

/** The years from the first to the last, unless their months are shown, and those whose months are. */
export function periodsOf(
  { months, years }: Pick<MonthCounts, 'months' | 'years'>,
  chosen: ChosenDays,
) {
  const of = (period: string, counts: readonly PeriodCount[]): Period => {
    const records = counts.find((one) => one.period === period)?.records ?? 0
    const span = spanOf(period)
    return { period, records, span, isChosen: isWithin(span, chosen) }
  }
  const [first, last] = [Number(years[0]?.period), Number(years.at(-1)?.period)]
  const isLong = last - first - years.length > emptyYearsMax
  const shown = isLong
    ? years.map(({ period }) => period)
    : Array.from({ length: last - first + 1 || 0 }, (_, at) => String(first + at))
  const all = shown.map((year): Year => {
    const own = Array.from({ length: 12 }, (_, month) =>
      of(`${year}-${twoDigits(month + 1)}`, months),
    )
    return { ...of(year, years), months: own }
  })
  if (all.length <= yearsByMonth) return { years: [], byMonth: all }
  const inChosen = all.filter((year) => year.months.some(({ isChosen }) => isChosen))
  return { years: all, byMonth: inChosen.length > yearsByMonth ? [] : inChosen }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The days of a month or a year. */
export function spanOf(period: string): Span {
  const [year = '', month] = period.split('-')
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  return { from: `${period}-01`, to: utcDate(Date.UTC(Number(year), Number(month), 0)) }
}

/** The month or the year that a span is exactly; undefined for any other. */
export const periodOf = ({ from = '', to }: ChosenDays): string | undefined =>
  [from.slice(0, 7), from.slice(0, 4)].find((period) => {
    const span = spanOf(period)
    return period !== '' && span.from === from && span.to === to
  })

const isWithin = (span: Span, { from, to }: ChosenDays): boolean =>
  (from !== undefined || to !== undefined) &&
  span.from >= (from ?? span.from) &&
  span.to <= (to ?? span.to)
