import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  columnsNamed,
  isAddress,
  openTable,
  reasonOf,
  type Table,
  type TableRow,
} from '../kit/csv-table.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { originOf } from '../kit/table-mapping.ts'
import {
  type ImportSource,
  InvalidSource,
  type OpenedSource,
  type OpenOptions,
  SourceError,
  type SourceItem,
} from '../source.ts'
import { type AttendanceColumn, attendanceColumns } from './attendance.ts'
import { readMapping } from './mapping.ts'
import { type ColumnIssues, type Layout, layoutOf, type MeetingIdOf, RowReader } from './read.ts'
import type { Mapping } from './schema.ts'
import { Votes } from './votes.ts'

/** A table of votes of any council. */
export const votesCsv: ImportSource = {
  name: 'votes-csv',
  describe:
    'a CSV table of votes, a folder of them, or an address; --map says what its columns are',
  takes: ['map'],
  async open(location, options = {}) {
    return openVotes([location], await readMapping(options.map), options)
  },
}

interface Tables {
  votes: { table: Table; layout: Layout }[]
  /** Lists of meetings, with the columns of the id and the first day. */
  meetings: { table: Table; id: number; date: number }[]
  attendance: { table: Table; columns: ReadonlyMap<AttendanceColumn, number> }[]
}

/** What the publisher of a table is known to mean, beyond a mapping. */
interface Habits {
  meetingIdOf?: MeetingIdOf
  /** Whether the words of a vote name who moved it. */
  namesMovers?: boolean
}

/** Opens tables, or those of a folder. Throws `SourceError` if one is not as the mapping says. */
export async function openVotes(
  locations: readonly [string, ...string[]],
  mapping: Mapping,
  { meetingIdOf, namesMovers, ...options }: OpenOptions & Habits,
): Promise<OpenedSource> {
  const [location] = locations
  const tables: Tables = { votes: [], meetings: [], attendance: [] }
  for (const path of (await Promise.all(locations.map(pathsOf))).flat())
    addTable(tables, await openTable(path, options), mapping)
  if (tables.votes.length + tables.attendance.length === 0)
    throw new InvalidSource(`${location} has no table of votes`)
  return {
    name: mapping.source,
    ...originOf(mapping, location),
    expected: null,
    items: readItems(tables, mapping, { meetingIdOf, namesMovers }),
  }
}

function addTable({ votes, meetings, attendance }: Tables, table: Table, mapping: Mapping): void {
  const list = mapping.meeting_list
  const names = list === undefined ? [] : [list.meeting_id, list.date]
  const found = names.map((name) => columnsNamed(table.header, [name]))
  const [id = -1, date = -1] = found.map(([first = -1]) => first)
  if (id >= 0 && date >= 0) {
    const repeated = found.filter(({ length }) => length > 1)
    if (repeated.length > 0) throw wrongColumns(table, { missing: [], repeated })
    return void meetings.push({ table, id, date })
  }
  const columns = attendanceColumns(table.header, mapping.attendance_list)
  if (columns !== undefined) return void attendance.push({ table, columns })
  const layout = layoutOf(table.header, mapping)
  if ('missing' in layout) throw wrongColumns(table, layout)
  votes.push({ table, layout })
}

async function pathsOf(location: string): Promise<string[]> {
  if (isAddress(location)) return [location]
  const found = await stat(location).catch(() => undefined)
  if (found === undefined) throw new SourceError(`${location} does not exist or cannot be read`)
  if (!found.isDirectory()) return [location]
  const names = (await readdir(location)).filter((name) => /[.]csv$/i.test(name)).sort()
  if (names.length === 0) throw new InvalidSource(`${location} contains no CSV file`)
  return names.map((name) => join(location, name))
}

function wrongColumns({ name, header }: Table, { missing, repeated }: ColumnIssues): InvalidSource {
  const [several] = repeated
  if (missing.length === 0 && several !== undefined) {
    const written = [...new Set(several.map((at) => `"${header[at]}"`))]
    const has =
      written.length === 1
        ? `the column ${written[0]} more than once`
        : `several columns that the mapping may mean, ${written.join(' and ')}`
    const at = several.map((index) => index + 1).toSorted((left, right) => left - right)
    return new InvalidSource(
      `${name} has ${has}: columns ${at.join(' and ')}; give each a name of its own in the header, and the mapping the right one. Nothing was imported`,
    )
  }
  const columns = missing.length === 1 ? 'column' : 'columns'
  const has = header.map((column) => `"${column}"`).join(', ')
  return new InvalidSource(
    `${name} has no ${columns} ${missing.join(', ')}; it has ${has}; correct the mapping, or use the table that it describes. Nothing was imported`,
  )
}

async function* readItems(
  tables: Tables,
  mapping: Mapping,
  { meetingIdOf = () => null, namesMovers }: { [K in keyof Habits]: Habits[K] | undefined },
): AsyncGenerator<SourceItem> {
  const diagnostics = new Diagnostics()
  const votes = new Votes(mapping, diagnostics, namesMovers)
  const reader = new RowReader(mapping, { diagnostics, votes }, meetingIdOf)
  for (const { table, id, date } of tables.meetings)
    yield* readTable(table, diagnostics, (row) => reader.readMeeting(row, table, { id, date }))
  for (const { table, columns } of tables.attendance)
    yield* readTable(table, diagnostics, (row) => reader.readAttendance(row, table, columns))
  for (const { table, layout } of tables.votes)
    yield* readTable(table, diagnostics, (row) => reader.read(row, table, layout))
  yield* votes.items(reader.days)
}

async function* readTable(
  table: Table,
  diagnostics: Diagnostics,
  read: (row: TableRow) => void,
): AsyncGenerator<SourceItem> {
  try {
    for await (const row of table.rows) read(row)
  } catch (error) {
    diagnostics.addError({ location: table.name, subject: 'table', reason: reasonOf(error) })
  }
  yield* diagnostics.drain()
}
