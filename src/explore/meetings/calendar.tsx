import { groupBy } from '../../core/group-by.ts'
import { useLocale } from '../locale.ts'

interface CalendarProps {
  /** Dates of meetings that are not called off, newest first. */
  dates: readonly string[]
  /** YYYY-MM, newest first. */
  months: readonly string[]
}

/** Months that are drawn, as many as are side by side. */
const drawnMax = 4
/** The side of a day, and the height of the initials of the weekdays, in units of the picture. */
const [side, head] = [24, 16]
/** More meetings on a day look the same. */
const dotsMax = 4

/** The days with meetings by month, as a picture for those who see it: the list below has all of them. */
export function Calendar({ dates, months }: CalendarProps) {
  const { words, month, weekday, date } = useLocale()
  if (months.length === 0) return null
  const meetingsOf = groupBy(dates, (day) => day)
  // November 1, 2026, is a Sunday.
  const initials = Array.from({ length: 7 }, (_, at) => weekday(`2026-11-0${at + 1}`).slice(0, 1))
  return (
    <div class="calendar no-print" aria-hidden="true">
      {months.slice(0, drawnMax).map((name) => (
        <figure key={name}>
          <figcaption>{month(`${name}-01`)}</figcaption>
          <svg aria-hidden="true" viewBox={`0 0 ${7 * side} ${head + 6 * side}`}>
            {initials.map((initial, at) => (
              <text key={at} class="head" x={(at + 0.5) * side} y={head / 2}>
                {initial.toUpperCase()}
              </text>
            ))}
            {daysOf(name).map(({ day, x, y }) => {
              const { length } = meetingsOf(day)
              const number = (
                <text x={x + side / 2} y={y + 10}>
                  {Number(day.slice(8))}
                </text>
              )
              if (length === 0) return number
              return (
                <a key={day} href={`#day-${day}`} tabIndex={-1}>
                  <title>{words.meetings.onDay(date(day), length)}</title>
                  <rect x={x + 1} y={y + 1} width={side - 2} height={side - 2} rx="4" />
                  {number}
                  {Array.from({ length: Math.min(length, dotsMax) }, (_, at) => (
                    <circle
                      key={at}
                      cx={x + side / 2 + (at - (Math.min(length, dotsMax) - 1) / 2) * 4}
                      cy={y + side - 5}
                      r="1.4"
                    />
                  ))}
                </a>
              )
            })}
          </svg>
        </figure>
      ))}
    </div>
  )
}

/** The days of a month, in weeks that begin on Sunday. */
function daysOf(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const first = new Date(Date.UTC(year, number - 1, 1)).getUTCDay()
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: last }, (_, at) => ({
    day: `${month}-${String(at + 1).padStart(2, '0')}`,
    x: ((first + at) % 7) * side,
    y: head + Math.floor((first + at) / 7) * side,
  }))
}
