import { foldKey } from '../../core/fold.ts'
import type { MeetingRecord } from '../../record/meetings.ts'
import { shortened } from '../kit/clean-text.ts'
import { meaningOf } from '../kit/table-mapping.ts'
import type { Mapping } from './schema.ts'

export type Attendance = NonNullable<MeetingRecord['attendance']>
type Session = NonNullable<Attendance[number]['sessions']>[number]
export type AttendanceList = NonNullable<Mapping['attendance_list']>
export type AttendanceColumn = Exclude<keyof AttendanceList, 'present_words'>

/** A row of a table of attendance: somebody at a session of a body. */
export interface AttendanceFacts {
  body: string
  /** YYYY-MM-DD. */
  date: string
  given: string | null
  family: string | null
  /** As written. */
  name: string
  session: Session
  /** Whether the table has sessions. */
  hasSessions: boolean
}

/** A row of a table of attendance, or what is wrong with it. */
export function toAttendanceFacts({
  cell,
  date,
  list,
}: {
  cell: (column: AttendanceColumn) => string | null
  date: string | null
  list: AttendanceList
}): AttendanceFacts | string {
  const [body, family, word] = [cell('body'), cell('family_name'), cell('present')]
  if (body === null || date === null || family === null || word === null)
    return `must have "${list.body}", "${list.date}", "${list.family_name}" and "${list.present}"`
  const present = isPresent(word, list)
  if (present === undefined)
    return `"${shortened(word, 60)}" does not say whether somebody was there; add it to "attendance_list.present_words" of the mapping`
  const given = cell('given_name')
  const session = { name: cell('session'), times: cell('times'), number: cell('meeting_number') }
  return {
    ...{ body, date, given, family, name: given === null ? family : `${given} ${family}` },
    session: { ...session, present },
    hasSessions: list.session !== undefined,
  }
}

/** The names of the columns in a table that has them all, by their purpose; undefined for another table. */
export function attendanceColumns(header: readonly string[], list: AttendanceList | undefined) {
  if (list === undefined) return undefined
  const { present_words: _, ...columns } = list
  const entries = Object.entries(columns) as [AttendanceColumn, string][]
  const found = entries.map(([purpose, name]) => [purpose, header.indexOf(name)] as const)
  return found.every(([, at]) => at >= 0) ? new Map(found) : undefined
}

const presentWords: Readonly<Record<string, boolean>> = {
  ...{ y: true, yes: true, oui: true, present: true },
  ...{ n: false, no: false, non: false, absent: false },
}

/** Whether a word means that somebody was there; undefined if it is not known. */
function isPresent(written: string, list: AttendanceList): boolean | undefined {
  return meaningOf(written, list.present_words) ?? meaningOf(foldKey(written), presentWords)
}

export const dayKey = (body: string, date: string) => `${foldKey(body)} ${date}`

export interface Sitting {
  body: string
  date: string
  location: string
  /** By the name as written, in the order of the table. */
  people: Map<string, AttendanceFacts[]>
}

/** The rows of tables of attendance, by body and day, or by the meeting that these are. */
export class Sittings {
  #byDay = new Map<string, Sitting>()

  add(facts: AttendanceFacts, location: string): void {
    const { body, date, name } = facts
    const key = dayKey(body, date)
    const sitting = this.#byDay.get(key) ?? { body, date, location, people: new Map() }
    this.#byDay.set(key, sitting)
    sitting.people.set(name, [...(sitting.people.get(name) ?? []), facts])
  }

  /** Gives a sitting the key of the meeting of its body and day, unless there are several. */
  joinMeetings(meetings: Iterable<{ body: string; date: string; key: string }>): void {
    const keys = new Map<string, Set<string>>()
    for (const { body, date, key } of meetings) {
      const day = dayKey(body, date)
      keys.set(day, (keys.get(day) ?? new Set()).add(key))
    }
    const joined = [...this.#byDay].map(([day, sitting]): [string, Sitting] => {
      const [key = day, ...others] = keys.get(day) ?? []
      return [others.length === 0 ? key : day, sitting]
    })
    this.#byDay = new Map(joined)
  }

  get all(): Iterable<[key: string, Sitting]> {
    return this.#byDay
  }

  /** Who was at the meeting of a body on a day; `personOf` is the key and the name of somebody in the record. */
  attendanceAt(
    key: string,
    personOf: (written: string) => { key: string; name: string } | null,
  ): Attendance {
    return [...(this.#byDay.get(key)?.people ?? [])].map(([written, rows]) => {
      const person = personOf(written)
      return {
        person_key: person?.key ?? null,
        name: person?.name ?? written,
        present: rows.some(({ session }) => session.present),
        sessions: rows.flatMap(({ hasSessions, session }) => (hasSessions ? [session] : [])),
      }
    })
  }
}
