import { useLocale } from '../locale.ts'
import { RecordText } from './record-text.tsx'

interface LargeDayProps {
  date: string
  startsAt: string | null
  today: string
}

/** The day of a meeting to come in large, with its weekday, its month, its time, and its year unless that is this one. */
export function LargeDay({ date, startsAt, today }: LargeDayProps) {
  const { dayParts, fullDate, clock } = useLocale()
  const { weekday, month } = dayParts(date)
  const year = date.slice(0, 4)
  return (
    <p class="day">
      <time dateTime={date}>
        <span class="announced">
          {[fullDate(date), ...(startsAt === null ? [] : [clock(startsAt)])].join(', ')}
        </span>
        <span class="figure" aria-hidden="true">
          {Number(date.slice(8))}
        </span>
        <span aria-hidden="true">
          <span>{weekday}</span> <span>{month}</span>{' '}
          {year !== today.slice(0, 4) && <span>{year}</span>}{' '}
          {startsAt !== null && <span>{clock(startsAt)}</span>}
        </span>
      </time>
    </p>
  )
}

/** What a meeting is to deal with, a line each; nothing without any. */
export function BusinessLines({ items }: { items: readonly { id: number; title: string }[] }) {
  if (items.length === 0) return null
  return (
    <ul class="lines">
      {items.map(({ id, title }) => (
        <li key={id}>
          <RecordText text={title} />
        </li>
      ))}
    </ul>
  )
}
