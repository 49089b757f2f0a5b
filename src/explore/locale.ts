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
  /** The time of day of an RFC 3339 time, in its own offset: 10:00 a.m. */
  clock(time: string): string
  /** The date of a time (ISO 8601) in a time zone. */
  dateAt(time: string, timeZone: string): string
}

function localeOf(tag: string, words: Words): Locale {
  const numbers = new Intl.NumberFormat(tag)
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const clocks = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' })
  return {
    tag,
    words,
    count: (value) => numbers.format(value),
    date: (date) => dates.format(Date.parse(`${date}T00:00:00Z`)),
    clock: (time) => clocks.format(Date.parse(`${time.slice(0, 16)}Z`)),
    dateAt: (time, timeZone) =>
      new Date(time).toLocaleDateString(tag, { dateStyle: 'long', timeZone }),
  }
}

export const english = localeOf('en-CA', words)

export const LocaleContext = createContext(english)

export function useLocale(): Locale {
  return useContext(LocaleContext)
}
