import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Words, words } from './words.en.ts'

/** A language of the pages: its words, and how it writes dates and numbers. */
export interface Locale {
  /** BCP 47. */
  tag: string
  words: Words
  count(value: number): string
  /** A calendar date, `YYYY-MM-DD`: April 22, 2026. */
  date(date: string): string
  /** Wed, Apr 22, 2026. */
  shortDate(date: string): string
  /** The day of a month: Wed 22. */
  weekday(date: string): string
  /** The month of a date: April 2026. */
  month(date: string): string
  /** The time of day of an RFC 3339 time, in its own offset: 10:00 a.m. */
  clock(time: string): string
  /** The date of a time (ISO 8601) in a time zone. */
  dateAt(time: string, timeZone: string): string
}

function localeOf(tag: string, words: Words): Locale {
  const numbers = new Intl.NumberFormat(tag)
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const shortDates = new Intl.DateTimeFormat(tag, {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
    timeZone: 'UTC',
  })
  const weekdays = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const clocks = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' })
  return {
    tag,
    words,
    count: (value) => numbers.format(value),
    date: (date) => dates.format(midnight(date)),
    shortDate: (date) => shortDates.format(midnight(date)),
    weekday: (date) => `${weekdays.format(midnight(date))} ${Number(date.slice(8))}`,
    month: (date) => months.format(midnight(date)),
    clock: (time) => clocks.format(Date.parse(`${time.slice(0, 16)}Z`)),
    dateAt: (time, timeZone) =>
      new Date(time).toLocaleDateString(tag, { dateStyle: 'long', timeZone }),
  }
}

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`)

export const english = localeOf('en-CA', words)

export const LocaleContext = createContext(english)

export function useLocale(): Locale {
  return useContext(LocaleContext)
}
