import { utcDate } from '../../core/calendar-date.ts'
import { addDays } from './calendar.ts'

interface Values {
  /** Of the meeting, or of the first one for the texts of a file. */
  date: string
  language: 'en' | 'fr'
  /** Number of the matter. */
  number: string
  /** Number of its by-law. */
  bylaw: string | undefined
}

const formats = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const

/**
 * Replaces `{year}`, `{year-1}`, `{date+30}` (days), `{month+3}` (months), `{number}` and `{bylaw}`, so that texts stay
 * true whenever the record is made.
 */
export function fillIn(text: string, values: Values): string {
  return text.replace(/\{(\w+)([+-]\d+)?\}/g, (whole, name: string, offset = '0') => {
    if (name === 'number') return values.number
    if (name === 'bylaw' && values.bylaw !== undefined) return values.bylaw
    if (name === 'year') return String(Number(values.date.slice(0, 4)) + Number(offset))
    if (name === 'date') return inWords(addDays(values.date, Number(offset)), 'date', values)
    if (name === 'month') return inWords(addMonths(values.date, Number(offset)), 'month', values)
    throw new Error(`${whole} is not a placeholder here`)
  })
}

function addMonths(date: string, months: number): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return utcDate(Date.UTC(year, month - 1 + months, 1))
}

function inWords(date: string, format: keyof typeof formats, { language }: Values): string {
  const locale = language === 'fr' ? 'fr-CA' : 'en-CA'
  return new Intl.DateTimeFormat(locale, { ...formats[format], timeZone: 'UTC' }).format(
    new Date(date),
  )
}
