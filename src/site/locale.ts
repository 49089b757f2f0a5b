import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { dateInZone } from '../core/calendar-date.ts'
import type { Language } from '../core/languages.ts'
import { memoize } from '../core/memoize.ts'
import { commonName } from './words/common-names.fr.ts'
import { type SiteWords, siteWords } from './words/en.ts'
import { siteWords as frenchWords } from './words/fr.ts'

/** A language of the pages: where they are, its words, and how it writes dates and numbers. */
export interface Locale<W> {
  /** ISO 639: "en". */
  language: Language
  /** With the region, BCP 47: "en-CA". */
  tag: string
  /** Before the path of every page in this language: "" or "/fr". */
  prefix: string
  words: W
  /** What the language calls a council, a body, a role or a status that the record names in English. */
  nameOf(name: string): string
  /** The name of a language (BCP 47); undefined if it is that of the pages, or none. */
  otherLanguage(code: string): string | undefined
  count(value: number): string
  /** "meetings, motions and votes" */
  list(parts: readonly string[]): string
  /** A share of 1 in whole per cent: 29% or 29 %. */
  percent(share: number): string
  /** A calendar date, `YYYY-MM-DD`: April 22, 2026. */
  date(date: string): string
  /** Wed, Apr 22, 2026. */
  shortDate(date: string): string
  /** Apr 22. */
  monthDay(date: string): string
  /** The day of a month: Wed 22. */
  weekday(date: string): string
  /** With the day of the week: Wednesday, April 1, 2026. */
  fullDate(date: string): string
  /** The name of the day and that of the month, without the number between them. */
  dayParts(date: string): { weekday: string; month: string }
  /** The month of a date: April 2026. */
  month(date: string): string
  /** The month of a date: Apr 2026. */
  shortMonth(date: string): string
  /** The time of day of an RFC 3339 time, in its own offset: 10:00 a.m. or 10 h. */
  clock(time: string): string
  /** The date of a time (ISO 8601) in a time zone. */
  dateAt(time: string, timeZone: string): string
}

export function localeOf<W>(language: Language, words: W): Locale<W> {
  const tag = `${language}-CA`
  const languages = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' })
  const numbers = new Intl.NumberFormat(tag)
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' })
  const percents = new Intl.NumberFormat(tag, { style: 'percent' })
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const fullDates = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC' })
  const shortDates = new Intl.DateTimeFormat(tag, {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
    timeZone: 'UTC',
  })
  const monthDays = new Intl.DateTimeFormat(tag, {
    ...{ month: 'short', day: 'numeric' },
    timeZone: 'UTC',
  })
  const weekdays = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  const longWeekdays = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })
  const monthNames = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const shortMonths = new Intl.DateTimeFormat(tag, {
    ...{ month: 'short', year: 'numeric' },
    timeZone: 'UTC',
  })
  const clocks = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' })
  const written = language === 'fr' ? withOrdinal : (text: string) => text
  return {
    language,
    tag,
    prefix: language === 'en' ? '' : `/${language}`,
    words,
    nameOf: language === 'fr' ? commonName : (name) => name,
    otherLanguage: (code) => {
      const [base = ''] = code.toLowerCase().split(/[-_]/)
      return base === language || !/^[a-z]{2,3}$/.test(base) ? undefined : languages.of(base)
    },
    count: (value) => numbers.format(value),
    list: (parts) => lists.format(parts),
    percent: (share) => percents.format(share),
    date: memoize((date) => written(dates.format(midnight(date)))),
    fullDate: (date) => written(fullDates.format(midnight(date))),
    dayParts: (date) => ({
      weekday: longWeekdays.format(midnight(date)),
      month: monthNames.format(midnight(date)),
    }),
    monthDay: (date) => written(monthDays.format(midnight(date))),
    shortDate: (date) => written(shortDates.format(midnight(date))),
    weekday: (date) => written(`${weekdays.format(midnight(date))} ${Number(date.slice(8))}`),
    month: (date) => months.format(midnight(date)),
    shortMonth: (date) => shortMonths.format(midnight(date)),
    clock: (time) =>
      language === 'fr' ? heure(time) : clocks.format(Date.parse(`${time.slice(0, 16)}Z`)),
    dateAt: (time, timeZone) =>
      written(dates.format(midnight(dateInZone(Date.parse(time), timeZone)))),
  }
}

/** 1er avril: the first of a month, which Intl writes as 1. */
const withOrdinal = (text: string) => text.replace(/(?<!\d)1(?!\d)/, '1er')

/** 9 h 30, or 10 h for a full hour, which Intl writes as 09 h 30 and 10 h 00. */
function heure(time: string): string {
  const [hours, minutes] = [Number(time.slice(11, 13)), time.slice(14, 16)]
  return minutes === '00' ? `${hours}\u00a0h` : `${hours}\u00a0h\u00a0${minutes}`
}

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`)

export type SiteLocale = Locale<SiteWords>

export const english: SiteLocale = localeOf('en', siteWords)

const french: SiteLocale = localeOf('fr', frenchWords)

/** One for each language; the first is the default. */
export const siteLocales: readonly [SiteLocale, ...SiteLocale[]] = [english, french]

const LanguageContext = createContext<Language>(english.language)

/** Around what is in one language. */
export const LanguageProvider = LanguageContext.Provider

/** The one of some locales whose language the page has. */
export function useLocaleOf<L extends Locale<unknown>>(locales: readonly [L, ...L[]]): L {
  const language = useContext(LanguageContext)
  return locales.find((locale) => locale.language === language) ?? locales[0]
}

/** The language of the page, with the words of the site. */
export function useSiteLocale(): SiteLocale {
  return useLocaleOf(siteLocales)
}
