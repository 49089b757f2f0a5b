import { isCalendarDate } from '../../core/calendar-date.ts'
import { cleanLine, shortened } from '../kit/clean-text.ts'
import type { Table, TableRow } from '../kit/csv-table.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { toTimeOfDay } from '../kit/local-time.ts'
import { toText } from '../kit/twice-encoded.ts'
import { isNotName, officePrefix } from '../kit/vocabulary.ts'
import { type Field, fields, type Mapping } from './schema.ts'
import type { Ballot, VoteFacts, Votes } from './votes.ts'

/** Where the columns of a mapping are in a table. */
export interface Layout {
  field: ReadonlyMap<Field, number>
  /** Columns of one member each, and of lists of members with the word for their vote. */
  members: readonly { at: number; name: string }[]
  lists: readonly { at: number; word: string }[]
}

/** The layout, or the columns that the table lacks. */
export function layoutOf(header: readonly string[], mapping: Mapping): Layout | string[] {
  const missing: string[] = []
  const at = (names: readonly string[]) => {
    const found = names.map((name) => header.indexOf(name)).find((index) => index >= 0)
    if (found === undefined) missing.push(names.map((name) => `"${name}"`).join(' or '))
    return found ?? -1
  }
  const field = new Map<Field, number>()
  for (const name of fields) {
    const column = mapping.columns[name]
    if (column != null) field.set(name, at([column].flat()))
  }
  const members = (mapping.member_columns ?? []).map((name) => ({ at: at([name]), name }))
  const lists = Object.entries(mapping.member_lists ?? {}).map(([name, word]) => ({
    at: at([name]),
    word,
  }))
  return missing.length > 0 ? missing : { field, members, lists }
}

/** The id of the meeting of a row, if the table has no column for it. */
export type MeetingIdOf = (facts: VoteFacts) => string | null

/** Reads the rows of tables. */
export class RowReader {
  readonly #mapping: Mapping
  readonly #diagnostics: Diagnostics
  readonly #votes: Votes
  readonly #meetingIdOf: MeetingIdOf
  /** The first day of meetings, by their id. */
  readonly days = new Map<string, string>()
  // Most cells repeat, because each vote has a row for every member.
  readonly #texts = new Map<string, string | null>()

  constructor(
    mapping: Mapping,
    to: { diagnostics: Diagnostics; votes: Votes },
    meetingIdOf: MeetingIdOf,
  ) {
    this.#mapping = mapping
    this.#diagnostics = to.diagnostics
    this.#votes = to.votes
    this.#meetingIdOf = meetingIdOf
  }

  /** Reads a row of a list of meetings, with the columns of the id and the first day. */
  readMeeting(row: TableRow, { name }: Table, { id, date: day }: { id: number; date: number }) {
    const { date } = this.#day(this.#line(row.cells[day]) || null, `${name}:${row.line}`)
    if (date !== null) this.days.set(this.#line(row.cells[id]), date)
  }

  read({ cells, line }: TableRow, { name }: Table, layout: Layout): void {
    const location = `${name}:${line}`
    const text = (field: Field) => {
      const at = layout.field.get(field)
      return at === undefined ? null : this.#text(cells[at] ?? '')
    }
    const lineOf = (field: Field) => cleanLine(text(field))
    const count = (field: Field) => {
      const written = lineOf(field)
      if (written === null) return null
      if (/^\d{1,9}$/.test(written)) return Number(written)
      const reason = `"${field}" must be a whole number; found "${shortened(written, 60)}"`
      this.#diagnostics.addError({ location, subject: 'row', reason })
      return null
    }
    const day = this.#day(lineOf('date'), location)
    const facts: VoteFacts = {
      voteId: lineOf('vote_id'),
      meetingId: lineOf('meeting_id'),
      body: lineOf('body') ?? this.#mapping.body ?? '',
      date: day.date,
      time: sortable(lineOf('time') ?? day.time),
      matterNumber: lineOf('matter_number'),
      itemNumber: lineOf('item_number'),
      itemTitle: lineOf('item_title'),
      motionType: lineOf('motion_type'),
      text: text('text'),
      result: lineOf('result'),
      for: count('for'),
      against: count('against'),
      mover: this.#nameOf(lineOf('mover')),
      seconder: this.#nameOf(lineOf('seconder')),
    }
    facts.meetingId ??= this.#meetingIdOf(facts)
    if (facts.body === '')
      this.#diagnostics.addError({ location, subject: 'row', reason: 'names no body' })
    else this.#votes.add(facts, this.#ballots(lineOf, cells, layout), location)
  }

  #ballots(
    lineOf: (field: Field) => string | null,
    cells: readonly string[],
    { members, lists }: Layout,
  ): Ballot[] {
    const [given, family] = [lineOf('given_name'), lineOf('family_name')]
    const parts = [given, family].filter((part) => part !== null).join(' ')
    const pairs = [
      { name: lineOf('member') ?? parts, word: lineOf('vote') ?? '' },
      ...members.map(({ at, name }) => ({ name, word: this.#line(cells[at]) })),
      ...lists.flatMap(({ at, word }) =>
        this.#line(cells[at])
          .split(this.#mapping.list_separator ?? ',')
          .map((name) => ({ name: name.trim(), word })),
      ),
    ]
    // A blank cell says nothing of how somebody voted.
    return pairs.flatMap(({ name, word }) =>
      isNotName(name) || word === '' ? [] : [{ name: this.#nameOf(name), given, family, word }],
    )
  }

  /** A name without offices, unless the mapping has the spelling. */
  #nameOf<T extends string | null>(written: T): T | string {
    const isKnown = written === null || Object.hasOwn(this.#mapping.people ?? {}, written)
    return isKnown ? written : written.replace(officePrefix, '')
  }

  #line(cell = ''): string {
    return cleanLine(this.#text(cell)) ?? ''
  }

  #text(cell: string): string | null {
    const existing = this.#texts.get(cell)
    if (existing !== undefined) return existing
    const text = toText(cell)
    this.#texts.set(cell, text)
    return text
  }

  /** The date of a cell, and the time after it. */
  #day(written: string | null, location: string): { date: string | null; time: string } {
    if (written === null) return { date: null, time: '' }
    const order = this.#mapping.date_order ?? 'ymd'
    const [, a = '', b = '', c = '', time = ''] = dates[order].exec(written) ?? []
    const [y, m, d] = order === 'ymd' ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a]
    const date = `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`
    if (isCalendarDate(date)) return { date, time }
    const reason = `"${shortened(written, 60)}" is not a date in the order ${order}; set "date_order" of the mapping to ymd, mdy or dmy`
    this.#diagnostics.addError({ location, subject: 'row', reason })
    return { date: null, time: '' }
  }
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s*(.*))?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ]\s*(.*))?$/
const dates = { ymd: yearFirst, mdy: yearLast, dmy: yearLast }

/** A time as text that sorts: "15:17 PM" is 15:17, and midnight stands for an unknown time. */
function sortable(written: string): string {
  const time = toTimeOfDay(written) ?? written
  return /^00:00(?::00)?/.test(time) ? '' : time
}
