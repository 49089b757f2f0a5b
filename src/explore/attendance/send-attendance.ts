import { dateInZone } from '../../core/calendar-date.ts'
import type { DownloadList } from '../../http/list-download.ts'
import { DateStr, NullableStr, Obj, Str } from '../../http/schema-types.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { english } from '../locale.ts'
import { paths } from '../paths.ts'
import { type AttendanceFilters, readAttendance } from './read-attendance.ts'
import type { Cell } from './table.ts'

const AttendanceLine = Obj('AttendanceLine', 'How somebody attended a meeting of a body.', {
  date: DateStr('Day of the meeting.', '2026-05-12'),
  meeting_slug: Str('The meeting.', '2026-05-12-town-council'),
  organization: Str('The body that met.', 'Town Council'),
  person_name: Str('Name.', 'Ada Pell'),
  person_slug: NullableStr('Slug; null for somebody who is no person of the record.', 'ada-pell'),
  attended: Str('`present`, `part`, `absent`, or `unknown` if no roll call says so.', 'present'),
  mode: NullableStr('`remote`, if the source says so.', null),
  reason: NullableStr('Why the person was absent, or how they attended, as written.', 'Medical'),
  url: Str('The page of the meeting.', 'https://council.example/lowmere/meetings/2026-05-12'),
})

type Line = Awaited<ReturnType<typeof readLines>>[number]
type Scope = Parameters<typeof readAttendance>[1]

/** A line for each meeting on which somebody sat on the body, or was in its roll call. */
async function readLines(db: ReadDatabase, scope: Scope, filters: AttendanceFilters) {
  const { body, table } = await readAttendance(db, scope, filters)
  if (body === undefined || table === undefined) return []
  const people = [...table.members, ...table.others]
  return table.meetings.flatMap((meeting, at) =>
    people.flatMap(({ name, slug, cells }) => {
      const cell = cells[at]
      if (cell === undefined || cell.state === 'none') return []
      return [{ meeting, organization: body.name, name, slug, cell }]
    }),
  )
}

/** The table of the page, with all meetings and people. */
export const sendAttendance: DownloadList = (context, { filters }, options) => {
  const { request, deps } = context
  const { id: municipalityId, slug, timeZone } = request.municipality
  const council = { base: `${deps.siteUrl}/${slug}` }
  const today = dateInZone(deps.clock.now(), timeZone)
  const scope = { municipalityId, today, language: english.tag }
  // They are of one order and read as a whole, once.
  let lines: Promise<Line[]> | undefined
  const list = {
    name: 'attendance',
    item: AttendanceLine,
    read: async (db: ReadDatabase, { after, limit }: { after?: unknown; limit: number }) => {
      if (after === undefined) lines = readLines(db, scope, filters as AttendanceFilters)
      const [position] = (after ?? [-1]) as [number]
      return ((await lines) ?? [])
        .slice(position + 1, position + 1 + limit)
        .map((line, index) => ({ ...line, at: position + 1 + index }))
    },
    count: async () => ((await lines) ?? []).length,
    position: ({ at }: { at: number }) => [at],
    represent: ({ meeting, organization, name, slug: person, cell }: Line) => ({
      ...{ date: meeting.date, meeting_slug: meeting.slug, organization },
      ...{ person_name: name, person_slug: person, ...toColumns(cell) },
      url: paths.meeting(council, meeting.slug),
    }),
  }
  return deps.downloads.send(context, list, options)
}

const toColumns = ({ state, reason }: Cell) => ({
  attended: state === 'remote' ? 'present' : state,
  mode: state === 'remote' ? 'remote' : null,
  reason,
})
