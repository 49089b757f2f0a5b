import { isCalendarDate } from '../../core/calendar-date.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import type { JsonFile } from '../kit/json-files.ts'
import { isTimeOfDay } from '../kit/local-time.ts'
import { type AgendaEntry, type MinutesFile, shapeChecks } from './schema.ts'

/** An agenda entry with its position in the tree. */
export interface AgendaNode {
  entry: AgendaEntry
  /** One-based position on each level: `18.1.2` is the second child of the first child of the eighteenth item. */
  path: string
  location: string
  motionLocations: string[]
  children: AgendaNode[]
}

export interface Minutes {
  meetingId: string
  file: MinutesFile
  agenda: AgendaNode[]
  location: string
  /** `file:line` of the value at a JSON pointer. */
  at(pointer: string): string
}

/** Reads one `*_postminutes.json`; undefined, with errors or a warning, if it is invalid. */
export function readMinutes(file: JsonFile, diagnostics: Diagnostics): Minutes | undefined {
  const root = { location: file.locationOf, subject: 'minutes' }
  const content = diagnostics.validate(shapeChecks.minutesFile, file.value, root)
  if (content === undefined) return undefined
  dropInvalidTimes(file, content, diagnostics)
  const meetingId = meetingIdOf(content.source_url) ?? meetingIdOf(file.path)
  if (meetingId === undefined) {
    const reason = 'source_url must carry the meeting as Id=<uuid>; the minutes are omitted'
    diagnostics.addWarning({ location: file.locationOf('/source_url'), subject: 'minutes', reason })
    return undefined
  }
  const items = content.agenda_items?.agenda_items ?? []
  const agenda = readAgenda(
    { file, pointer: '/agenda_items/agenda_items', path: '' },
    items,
    diagnostics,
  )
  const at = (pointer: string) => file.locationOf(pointer)
  return { meetingId, file: content, agenda, location: at(''), at }
}

interface Level {
  file: JsonFile
  pointer: string
  path: string
}

function readAgenda(level: Level, items: unknown[], diagnostics: Diagnostics): AgendaNode[] {
  const { file } = level
  return items.flatMap((value, index) => {
    const path = level.path === '' ? String(index + 1) : `${level.path}.${index + 1}`
    const pointer = `${level.pointer}/${index}`
    const subject = `agenda item at position ${path}`
    const at = (below: string) => file.locationOf(pointer + below)
    const entry = diagnostics.validate(shapeChecks.agendaEntry, value, { location: at, subject })
    if (entry === undefined) return []
    const below = { file, pointer: `${pointer}/sub_agendas_items`, path }
    return {
      entry,
      path,
      location: file.locationOf(pointer),
      motionLocations: (entry.motions ?? []).map((_, motion) =>
        file.locationOf(`${pointer}/motions/${motion}`),
      ),
      children: readAgenda(below, entry.sub_agendas_items ?? [], diagnostics),
    }
  })
}

function dropInvalidTimes(file: JsonFile, content: MinutesFile, diagnostics: Diagnostics): void {
  const drop = (field: 'meeting_date' | 'meeting_start_time', right: string) => {
    const reason = `${field} must be ${right}; found ${JSON.stringify(content[field])}; skipped`
    const location = file.locationOf(`/${field}`)
    diagnostics.addWarning({ location, subject: 'minutes', reason })
    content[field] = null
  }
  const { meeting_date: date, meeting_start_time: time } = content
  if (date && !isCalendarDate(date)) drop('meeting_date', 'a real date written YYYY-MM-DD')
  if (time && !isTimeOfDay(time))
    drop('meeting_start_time', 'a time HH:MM, without seconds, from 00:00 to 23:59')
}

function meetingIdOf(text: string): string | undefined {
  const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  return new RegExp(`(?:\\bId=|_)(${uuid})`, 'i').exec(text)?.[1]?.toLowerCase()
}
