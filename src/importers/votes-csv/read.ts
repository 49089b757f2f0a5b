import { isCalendarDate } from '../../core/calendar-date.ts'
import { cleanLine, shortened } from '../kit/clean-text.ts'
import type { Table, TableRow } from '../kit/csv-table.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { toTimeOfDay } from '../kit/local-time.ts'
import { joinedNames } from '../kit/name-shape.ts'
import { toText } from '../kit/twice-encoded.ts'
import { isNotName } from '../kit/vocabulary.ts'
import { type Counts, toListed } from './lists.ts'
import { type Field, fields, type Mapping } from './schema.ts'
import type { Ballot, VoteFacts } from './vote-facts.ts'
import type { Votes } from './votes.ts'

/** Where the columns of a mapping are in a table. */
export interface Layout {
  field: ReadonlyMap<Field, number>
  /** Columns of one member each, and of lists of members with the word for their vote. */
  members: readonly { at: number; name: string }[]
  lists: readonly { at: number; word: string }[]
}

/** The layout, or what is wrong with the columns of a table. */
export function layoutOf(header: readonly string[], mapping: Mapping): Layout | ColumnIssues {
  const missing: string[] = []
  const repeated = new Set<string>()
  const at = (names: readonly string[]) => {
    const found = names.find((name) => header.includes(name))
    if (found === undefined) missing.push(names.map((name) => `"${name}"`).join(' or '))
    else if (header.indexOf(found) !== header.lastIndexOf(found)) repeated.add(found)
    return found === undefined ? -1 : header.indexOf(found)
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
  const hasIssues = missing.length > 0 || repeated.size > 0
  return hasIssues ? { missing, repeated: [...repeated] } : { field, members, lists }
}

/** Columns of a mapping that a table lacks or has twice. */
export interface ColumnIssues {
  missing: readonly string[]
  repeated: readonly string[]
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
      mover: lineOf('mover'),
      seconder: lineOf('seconder'),
    }
    facts.meetingId ??= this.#meetingIdOf(facts)
    if (facts.body === '')
      this.#diagnostics.addError({ location, subject: 'row', reason: 'names no body' })
    else this.#votes.add(facts, this.#ballots(lineOf, cells, layout, facts), location)
  }

  #ballots(
    lineOf: (field: Field) => string | null,
    cells: readonly string[],
    { members, lists }: Layout,
    counts: Counts,
  ): Ballot[] {
    const [given, family] = [lineOf('given_name'), lineOf('family_name')]
    const parts = [given, family].filter((part) => part !== null).join(' ')
    const single = { given, family, evidence: 'single' as const }
    const named = { given, family, evidence: 'named' as const }
    const pairs: Ballot[] = [
      { ...single, name: lineOf('member') ?? parts, word: lineOf('vote') ?? '' },
      ...members.map(({ at, name }) => ({ ...named, name, word: this.#line(cells[at]) })),
      ...toListed(
        lists.map(({ at, word }) => ({ word, entries: this.#entriesOf(cells[at] ?? '') })),
        (word) => this.#votes.countOf(word, counts),
      ),
    ]
    // A blank cell says nothing of how somebody voted.
    return pairs.filter(({ name, word }) => !isNotName(name) && word !== '')
  }

  #entriesOf(cell: string): string[] {
    const lines = (this.#text(cell) ?? '').split('\n')
    const entries = lines.flatMap((line) => line.split(this.#mapping.list_separator ?? ','))
    const names = joinedNames(entries.flatMap((entry) => cleanLine(entry) ?? []))
    return names.map((name) => name.replace(/^(?:and|et|&)\s+/i, '')).filter((n) => !isNotName(n))
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
    const day = dayIn(written, order)
    if (day !== null) return day
    const reason = `"${shortened(written, 60)}" ${adviceFor(written, order)}`
    this.#diagnostics.addError({ location, subject: 'row', reason })
    return { date: null, time: '' }
  }
}

type Order = keyof typeof dates

function dayIn(written: string, order: Order): { date: string; time: string } | null {
  const [, a = '', b = '', c = '', time = ''] = dates[order].exec(written) ?? []
  const [y, m, d] = order === 'ymd' ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a]
  const date = `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`
  return isCalendarDate(date) ? { date, time } : null
}

/** What makes a date readable: another order, or another form in the table. */
function adviceFor(written: string, order: Order): string {
  const orders = (['ymd', 'mdy', 'dmy'] as const).filter((each) => dayIn(written, each) !== null)
  if (orders.length > 0)
    return `is not a date in the order ${order}; set "date_order" of the mapping to ${orders.join(' or ')}`
  return 'is not a date that can be read in any "date_order"; write the dates of this column as 2026-03-09 (ymd), 03/09/2026 (mdy) or 09/03/2026 (dmy), with or without a time after them'
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s*(.*))?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ]\s*(.*))?$/
const dates = { ymd: yearFirst, mdy: yearLast, dmy: yearLast }

/** A time as text that sorts: "15:17 PM" is 15:17, and midnight stands for an unknown time. */
function sortable(written: string): string {
  const time = toTimeOfDay(written) ?? written
  return /^00:00(?::00)?/.test(time) ? '' : time
}
