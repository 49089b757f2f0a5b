import { isCalendarDate } from '../../core/calendar-date.ts'
import { monthOf } from '../../core/month.ts'
import { shortened } from './clean-text.ts'

/** The days of a table, which are all in one order. */
export class TableDays {
  readonly #order: Order
  /** The first date that was read and that another order could not. */
  readonly #unlike = new Map<Order, string>()

  constructor(order: Order) {
    this.#order = order
  }

  /** The date and the time after it, or why it is none, which continues the sentence of a row. */
  read(written: string): { date: string; time: string } | { reason: string } {
    const day = dayIn(written, this.#order)
    if (day === null)
      return {
        reason: `"${shortened(written, 60)}" ${adviceFor(written, this.#order, this.#unlike)}`,
      }
    for (const each of orders)
      if (!this.#unlike.has(each) && dayIn(written, each) === null) this.#unlike.set(each, written)
    return day
  }
}

export type Order = keyof typeof dates

/** The one order in which all of some dates can be read; null if there are several, or none. */
export function orderOf(written: readonly string[]): Order | null {
  const fitting = orders.filter((order) => written.every((one) => dayIn(one, order) !== null))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

const monthFirst = /^(?:\p{L}+, )?(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu
const dayFirst = /^(?:(?:le )?\p{L}+,? )?(\d{1,2})(?:er|st|nd|rd|th)? (\p{L}{3,})\.?,? (\d{4})$/iu

/** The day of a date whose month is a word, in English or French; null if it is not one. */
export function writtenDay(written: string): string | null {
  const [, name, d] = monthFirst.exec(written) ?? []
  const [, other, word] = dayFirst.exec(written) ?? []
  const month = monthOf(name ?? word)
  const pad = (number: string | number) => String(number).padStart(2, '0')
  const date = `${written.slice(-4)}-${pad(month)}-${pad(d ?? other ?? '')}`
  return isCalendarDate(date) ? date : null
}

/** The date in an order, and the time after it; null if it is not one. */
export function dayIn(written: string, order: Order): { date: string; time: string } | null {
  const [, a = '', b = '', c = '', time = ''] = dates[order].exec(written) ?? []
  const [y, m, d] = order === 'ymd' ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a]
  const date = `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`
  return isCalendarDate(date) ? { date, time } : null
}

/** What makes a date readable: an order that can read those before it too, or another form in the table. */
function adviceFor(written: string, order: Order, unlike: ReadonlyMap<Order, string>): string {
  const readable = orders.filter((each) => dayIn(written, each) !== null)
  const fitting = readable.filter((each) => !unlike.has(each))
  if (fitting.length > 0)
    return `is not a date in the order ${order}; set "date_order" of the mapping to ${fitting.join(' or ')}`
  const [other] = readable
  if (other !== undefined)
    return `is not a date in the order ${order}, as "${shortened(unlike.get(other) ?? '', 60)}" is; write all dates in one order, such as 2026-03-09 (ymd)`
  return 'is not a date that can be read in any "date_order"; write the dates of this column as 2026-03-09 (ymd), 03/09/2026 (mdy) or 09/03/2026 (dmy), with or without a time after them'
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s*(.*))?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ]\s*(.*))?$/
const dates = { ymd: yearFirst, mdy: yearLast, dmy: yearLast }
const orders = ['ymd', 'mdy', 'dmy'] as const
