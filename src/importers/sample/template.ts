import { addDays, addMonths, firstDay, nextWorkingDay } from './calendar.ts'

/** The sample as the build compiles it from data/sample: what does not depend on the day of the import. */
export interface SampleTemplate {
  municipality: { name: string; division_id: string; time_zone: string }
  /** Each is the JSON of a record once its placeholders are filled. */
  records: string[]
  /** GeoJSON of the wards. */
  wards: { type: 'FeatureCollection'; features: object[] }
}

/** What a placeholder shows of its day; `more` counts years or months. */
const forms = {
  iso: (date: string) => date,
  year: (date: string, more: number) => String(Number(date.slice(0, 4)) + more),
  'date-en': (date: string) => inWords(date, 'en-CA', { day: 'numeric' }),
  'date-fr': (date: string) => inWords(date, 'fr-CA', { day: 'numeric' }),
  'month-en': (date: string, more: number) => inWords(addMonths(date, more), 'en-CA'),
  'month-fr': (date: string, more: number) => inWords(addMonths(date, more), 'fr-CA'),
  bylaw: (date: string, _more: number, today: string) => (date > today ? 'Passed' : 'In force'),
}

export type Form = keyof typeof forms

/**
 * `{<form> <day> <later> <more>}`. Days are counted from the first of the record; a day that is a holiday is the next
 * working day, and `later` is added after that.
 */
export type Placeholder = `{${Form} ${number} ${number} ${number}}`
const placeholders = /\{([a-z-]+) (\d+) (-?\d+) (-?\d+)\}/g

/** Fills in a record as of a day (YYYY-MM-DD). */
export function templateFiller(today: string): (record: string) => string {
  const start = firstDay(today)
  return (record) =>
    record.replace(placeholders, (_, form: Form, day, later, more) => {
      const date = addDays(nextWorkingDay(addDays(start, Number(day))), Number(later))
      return forms[form](date, Number(more), today)
    })
}

function inWords(date: string, locale: string, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(locale, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
    ...options,
  }).format(new Date(date))
}
