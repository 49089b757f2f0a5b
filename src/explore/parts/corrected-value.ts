import { agreeing, type Locale, wordOf } from '../locale.ts'

/** The value of a field that was corrected, as pages write it; null for the key of a record, which names nothing. */
export function correctedValue(
  field: string,
  value: string,
  { words, date }: Pick<Locale, 'words' | 'date'>,
): string | null {
  if (field.endsWith('_key')) return null
  if (/(^|_)date$/.test(field)) return date(value)
  return field === 'result' ? (wordOf(agreeing(null, words).results, value) ?? value) : value
}

interface Corrected {
  field: string
  was: string | null
  /** The title of the agenda item that was corrected, if it is not the record itself. */
  item?: string | undefined
}

/** What the source has instead of a correction, as a clause. */
export function wasInSource(
  { field, was, item }: Corrected,
  locale: Pick<Locale, 'words' | 'date'>,
): string {
  const { fields, ofItem, was: of, wasNone, wasOther } = locale.words.corrections
  const name = item === undefined ? (wordOf(fields, field) ?? field) : ofItem(item)
  const value = was === null ? null : correctedValue(field, was, locale)
  if (value !== null) return of(name, value)
  return was === null ? wasNone(name) : wasOther(name)
}
