import { cleanLine, shortened } from '../kit/clean-text.ts'
import { columnsNamed, type Table, type TableRow } from '../kit/csv-table.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { toTimeOfDay } from '../kit/local-time.ts'
import { joinedNames } from '../kit/name-shape.ts'
import { isFamilyFirst } from '../kit/person-names.ts'
import { TableDays } from '../kit/table-days.ts'
import { toText } from '../kit/twice-encoded.ts'
import { isNotName } from '../kit/vocabulary.ts'
import { type AttendanceColumn, toAttendanceFacts } from './attendance.ts'
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
  const repeated: number[][] = []
  const at = (names: readonly string[]) => {
    const [found = -1, ...others] = columnsNamed(header, names)
    if (found === -1) missing.push(names.map((name) => `"${name}"`).join(' or '))
    if (others.length > 0) repeated.push([found, ...others])
    return found
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
  const hasIssues = missing.length > 0 || repeated.length > 0
  return hasIssues ? { missing, repeated } : { field, members, lists }
}

/** Names of a mapping that no column of a table has, and positions of columns of which only one can be meant. */
export interface ColumnIssues {
  missing: readonly string[]
  repeated: readonly (readonly number[])[]
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
  readonly #days: TableDays

  constructor(
    mapping: Mapping,
    to: { diagnostics: Diagnostics; votes: Votes },
    meetingIdOf: MeetingIdOf,
  ) {
    this.#mapping = mapping
    this.#days = new TableDays(mapping.date_order ?? 'ymd')
    this.#diagnostics = to.diagnostics
    this.#votes = to.votes
    this.#meetingIdOf = meetingIdOf
  }

  /** Reads a row of a list of meetings, with the columns of the id and the first day. */
  readMeeting(row: TableRow, { name }: Table, { id, date: day }: { id: number; date: number }) {
    const { date } = this.#day(this.#line(row.cells[day]) || null, `${name}:${row.line}`)
    if (date !== null) this.days.set(this.#line(row.cells[id]), date)
  }

  /** Reads a row of a table of attendance. */
  readAttendance(
    { cells, line }: TableRow,
    { name }: Table,
    columns: ReadonlyMap<AttendanceColumn, number>,
  ): void {
    const location = `${name}:${line}`
    const cell = (column: AttendanceColumn) => this.#line(cells[columns.get(column) ?? -1]) || null
    // A line of commas only is not a row.
    if (cells.every((one) => one.trim() === '')) return
    const { date } = this.#day(cell('date'), location)
    const list = this.#mapping.attendance_list
    const read = list && toAttendanceFacts({ cell, date, list })
    if (typeof read === 'object') this.#votes.addAttendance(read, location)
    else if (read !== undefined && (date !== null || cell('date') === null))
      this.#diagnostics.addError({ location, subject: 'row', reason: read })
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
    else {
      const weight = this.#weight(lineOf('weight'), location)
      const ballots = this.#ballots(text, cells, layout, facts)
      this.#votes.add(
        facts,
        weight === null ? ballots : ballots.map((one) => ({ ...one, weight })),
        location,
      )
    }
  }

  /** The weight of the vote of a row; weights can be shares. */
  #weight(written: string | null, location: string): number | null {
    if (written === null) return null
    const weight = /^-?\d{1,9}(?:\.\d{1,6})?$/.test(written) ? Number(written) : null
    if (weight === null) {
      const reason = `"weight" must be a number; found "${shortened(written, 60)}"`
      this.#diagnostics.addError({ location, subject: 'row', reason })
    }
    return weight
  }

  #ballots(
    text: (field: Field) => string | null,
    cells: readonly string[],
    { members, lists }: Layout,
    counts: Counts,
  ): Ballot[] {
    const lineOf = (field: Field) => cleanLine(text(field))
    const [given, family] = [lineOf('given_name'), lineOf('family_name')]
    const parts = [given, family].filter((part) => part !== null).join(' ')
    const member = cleanLine(withoutLines(text('member')))
    const isInParts = member === null && given !== null && family !== null
    const single = { given, family, evidence: isInParts ? ('parts' as const) : ('single' as const) }
    const named = { given, family, evidence: 'named' as const }
    const pairs: Ballot[] = [
      {
        ...single,
        name: member ?? parts,
        word: lineOf('vote') ?? '',
      },
      ...members.map(({ at, name }) => ({ ...named, name, word: this.#line(cells[at]) })),
      ...toListed(
        lists.map(({ at, word }) => ({ word, entries: this.#entriesOf(cells[at] ?? '') })),
        (word) => this.#votes.standingOf(word, counts),
      ),
    ]
    // A blank cell says nothing of how somebody voted.
    return pairs.filter(({ name, word }) => !isNotName(name) && word !== '')
  }

  #entriesOf(cell: string): string[] {
    const lines = (this.#text(cell) ?? '').split('\n')
    const entries = lines.flatMap((line) => this.#split(line))
    const names = joinedNames(entries.flatMap((entry) => cleanLine(entry) ?? []))
    return names.map((name) => name.replace(/^(?:and|et|&)\s+/i, '')).filter((n) => !isNotName(n))
  }

  #split(line: string): string[] {
    const { list_separator } = this.#mapping
    if (list_separator != null) return line.split(list_separator)
    const people = line.split(';').filter((part) => part.trim() !== '')
    return people.length > 1 && people.every(isFamilyFirst) ? people : line.split(',')
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
    const day = this.#days.read(written)
    if ('date' in day) return day
    this.#diagnostics.addError({ location, subject: 'row', reason: day.reason })
    return { date: null, time: '' }
  }
}

/** Two names on two lines are joined names; a name may be broken into two lines too. */
function withoutLines(text: string | null): string | null {
  const lines = text?.split('\n').filter((line) => line.trim() !== '') ?? []
  return lines.every((line) => /\S\s+\S/.test(line.trim())) ? lines.join('; ') : text
}

/** A time as text that sorts: "15:17 PM" is 15:17, and midnight stands for an unknown time. */
function sortable(written: string): string {
  const time = toTimeOfDay(written) ?? written
  return /^00:00(?::00)?/.test(time) ? '' : time
}
