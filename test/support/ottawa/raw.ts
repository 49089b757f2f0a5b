import { readdirSync, readFileSync } from 'node:fs'
import { ottawaFolder } from './service.ts'

// The record of Ottawa as plain JSON, read without the code of the product, as expected values of tests.

/** The portal that published it. */
export const portal = 'https://pub-ottawa.escribemeetings.com'

export interface RawMotion {
  motion_text: string
  post_motion_text: string
  motion_number: string
  motion_result: string
  motion_moved_by: string
  motion_seconded_by: string
  motion_votes: Partial<Record<'for' | 'against', { councillors: string[]; count: number }>>
  dissent_voters: string[]
}

export interface RawItem {
  agenda_item_number: string
  title: string
  description: string
  minutes: string
  attachments: { link: string }[]
  motions: RawMotion[]
  sub_agendas_items?: RawItem[]
}

export interface RawMinutes {
  source_url: string
  meeting_date: string
  title: string
  present_attendees: string[]
  absent_attendees: string[]
  agenda_items: { agenda_items: RawItem[] }
}

export interface RawMeeting {
  ID: string
  MeetingName: string
  StartDate: string
  MeetingType: string
  HasAgenda: boolean
  Url: string
  MeetingDocumentLink: { Type: string; Title: string; Url: string }[]
}

const text = (path: string) => readFileSync(`${ottawaFolder}/${path}`, 'utf8')
const namesIn = (folder: string) => readdirSync(`${ottawaFolder}/${folder}`).sort()

/** Every minutes file. */
export const rawMinutes: RawMinutes[] = namesIn('meetings').map((name) =>
  JSON.parse(text(`meetings/${name}`)),
)

/** Every meeting of the calendars, each once. */
export const rawMeetings: RawMeeting[] = [
  ...new Map(
    namesIn('calendar')
      .flatMap((name) => JSON.parse(text(`calendar/${name}`)).d as RawMeeting[])
      .map((entry) => [entry.ID, entry]),
  ).values(),
]

/** The council's members. */
export const rawRoster: { full_name: string; email: string; active: boolean }[] = JSON.parse(
  text('current_councillors.json'),
)

/** Items with their level, children after their parent. */
export function itemsOf(minutes: RawMinutes): { item: RawItem; level: number }[] {
  const flatten = (items: RawItem[], level: number): { item: RawItem; level: number }[] =>
    items.flatMap((item) => [{ item, level }, ...flatten(item.sub_agendas_items ?? [], level + 1)])
  return flatten(minutes.agenda_items.agenda_items, 1)
}

/** The results of the motions that the library board numbers inside the text of its items. */
export const boardResults: string[] = rawMinutes
  .flatMap(itemsOf)
  .flatMap(({ item }) => item.minutes.split(/^MOTION OPL \d{8}\/\d+$/m).slice(1))
  .map((part) => /^Results: (.*)$/m.exec(part)?.[1] ?? '')

/** Dissents that the minutes glue to the text of a motion, on the whole of it. */
export const gluedDissents: string[] = rawMinutes
  .flatMap(itemsOf)
  .flatMap(({ item }) => item.motions)
  .flatMap(
    ({ post_motion_text: text }) => /^Carried with (.+) dissenting\.$/.exec(text ?? '')?.[1] ?? [],
  )

/** All URLs in the files; those inside share links are decoded. */
export const rawAddresses: ReadonlySet<string> = new Set(
  [
    ...namesIn('meetings').map((name) => `meetings/${name}`),
    ...namesIn('calendar').map((name) => `calendar/${name}`),
  ]
    .flatMap((path) => [...text(path).matchAll(/"((?:[^"\\]|\\.)*)"/g)])
    .map((match) => JSON.parse(match[0]) as string)
    .flatMap((value) => [value, decodeURIComponent(/[?&]u=([^&]+)/.exec(value)?.[1] ?? '')])
    .filter((value) => /^https?:\/\//.test(value) || /^[A-Za-z]+\.as[hp]x\?/.test(value)),
)

/** The number of items that pass a test. */
export const count = <T>(list: readonly T[], test: (item: T) => unknown) => list.filter(test).length
