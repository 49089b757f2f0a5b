import type { ImportRecord, RecordOf } from '../../../src/record/kinds.ts'
import { agendaOf, inOrderOfAgenda, itemKey } from './agenda.ts'
import { type Entry, isoDate, type TownRecord } from './files.ts'
import { agendaText } from './papers.ts'
import type { Town } from './schema.ts'
import { addDays, type Sitting, wasHeld } from './sittings.ts'
import { type Draft, keyOf, membersOf, personOf, roleOf } from './town.ts'

/** A meeting with its agenda and motions. */
export function meetingRecords(record: TownRecord, sitting: Sitting): Draft<ImportRecord>[] {
  const entries = record.files.flatMap((file) =>
    file.steps.filter((dated) => dated.sitting === sitting).map(({ step }) => ({ file, step })),
  )
  if (record.town.cancelled[sitting.name] !== undefined) return [calledOff(record.town, sitting)]
  const agenda = agendaOf(record, sitting, entries)
  const moved = record.town.moved[sitting.name] ? [calledOff(record.town, sitting)] : []
  return [...moved, meetingRecord(record, { sitting, entries, agenda }), ...agenda]
}

/** The meeting that was cancelled, or was not held on the day for which it was called. */
function calledOff(town: Town, sitting: Sitting): Draft<RecordOf<'meeting'>> {
  const { title, type, time: start_time, calledFor } = sitting
  const date = isoDate(calledFor)
  const moved = town.moved[sitting.name]
  const base = { ...describe(town, sitting), title, type, start_time, date }
  if (moved === undefined)
    return { ...base, status: 'cancelled', status_note: town.cancelled[sitting.name] }
  const status_note = `Postponed to ${isoDate(sitting.date)}: ${moved.note}`
  return { ...base, key: `${base.key}/first-date`, status: 'postponed', status_note }
}

function describe(town: Town, sitting: Sitting) {
  const { body, title, type, date, time: start_time } = sitting
  return {
    kind: 'meeting' as const,
    key: keyOf(sitting),
    title,
    type,
    date: isoDate(date),
    start_time,
    organization_key: body,
    location: town.bodies[body]?.location,
  }
}

interface Held {
  sitting: Sitting
  entries: readonly Entry[]
  agenda: readonly Draft<ImportRecord>[]
}

function meetingRecord(
  record: TownRecord,
  { sitting, entries, agenda }: Held,
): Draft<RecordOf<'meeting'>> {
  const { town } = record
  const base = { ...describe(town, sitting), documents: documentsOf(town, { sitting, agenda }) }
  if (!wasHeld(sitting)) return { ...base, status: 'scheduled' }
  const present = membersOf(town, sitting).filter((key) => !isAbsent(town, sitting, key))
  const motions = entries.flatMap(({ step }) => step.motions ?? [])
  const minutes = 35 + 9 * entries.length + 4 * motions.length
  return {
    ...base,
    status: 'completed',
    summary: record.summaries[sitting.name],
    end_time: timeAfter(sitting.time, minutes),
    chair_key: present[0],
    attendance: attendanceOf(town, sitting),
    speaking_time: sitting.body === 'council' ? speakingTime(town, present, entries) : undefined,
    key_statements: inOrderOfAgenda(entries).flatMap((entry) => statementsOf(town, sitting, entry)),
  }
}

function statementsOf(town: Town, sitting: Sitting, { file, step }: Entry) {
  const { date } = sitting
  return (step.statements ?? []).map(({ by, text, context }) => {
    const person = town.people[by]
    return {
      person_key: person && by,
      speaker: person?.name ?? by,
      text: file.fill(text, date),
      context: context && file.fill(context, date),
      agenda_item_key: itemKey(file, sitting),
    }
  })
}

const isAbsent = (town: Town, { name }: Sitting, key: string) =>
  town.absent[name]?.[key] !== undefined

function timeAfter(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const end = (60 * hour + minute + minutes) % 1440
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

/** The agenda in both languages, with its text. */
function documentsOf(town: Town, { sitting, agenda }: Pick<Held, 'sitting' | 'agenda'>) {
  const { title, body, date } = sitting
  const titleFr = title === town.bodies[body]?.name ? town.bodies[body]?.name_fr : title
  return (['en', 'fr'] as const).map((language) => ({
    ...{ type: 'agenda', language, date: isoDate(addDays(date, -6)) },
    title: language === 'en' ? `Agenda: ${title}` : `Ordre du jour : ${titleFr}`,
    sections: agendaText(agenda, language),
  }))
}

function attendanceOf(town: Town, sitting: Sitting) {
  const members = membersOf(town, sitting).map((key) => {
    const person = personOf(town, key)
    const why = town.absent[sitting.name]?.[key]
    const isRemote = town.remote[sitting.name]?.includes(key)
    return {
      person_key: key,
      name: person.name,
      role: roleOf(person),
      present: why === undefined,
      reason: why ?? (isRemote ? 'Remote' : undefined),
    }
  })
  return [...members, ...town.staff.map((person) => ({ ...person, present: true }))]
}

/** Seconds, by what somebody did at the meeting. */
function speakingTime(town: Town, present: readonly string[], entries: readonly Entry[]) {
  const motions = entries.flatMap(({ step }) => step.motions ?? [])
  const statements = entries.flatMap(({ step }) => step.statements ?? [])
  const times = (list: readonly (string | undefined)[], key: string) =>
    list.filter((who) => who === key).length
  return present.map((key) => ({
    person_key: key,
    name: personOf(town, key).name,
    seconds:
      45 * (key.length + 1) +
      212 *
        times(
          motions.map(({ moved }) => moved),
          key,
        ) +
      94 *
        times(
          motions.map(({ seconded }) => seconded),
          key,
        ) +
      171 *
        times(
          statements.map(({ by }) => by),
          key,
        ) +
      (key === present[0] ? 900 : 0),
  }))
}
