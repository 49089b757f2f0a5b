import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { MaybeFlag, MaybeText, maybe, Needed } from '../kit/schema.ts'

// The files as the portal's scraper writes them, as far as they are read.

/** `calendar/*.calendar_meetings.json`; the entries are checked one by one. */
const CalendarFile = Type.Object({ d: Type.Array(Type.Unknown()) })

/** A document or video of a meeting. `LanguageId` is 9 for English, 12 for French, 0 for neither. */
export const DocumentLink = Type.Object({
  Title: MaybeText,
  Type: MaybeText,
  Format: MaybeText,
  Url: MaybeText,
  LanguageId: maybe(Type.Integer()),
})
export type DocumentLink = Static<typeof DocumentLink>

/** A meeting in the portal's calendar. */
export const CalendarEntry = Type.Object({
  ID: Needed,
  MeetingName: Needed,
  MeetingType: MaybeText,
  StartDate: Needed,
  EndDate: MaybeText,
  Location: MaybeText,
  Url: MaybeText,
  ShareUrl: MaybeText,
  HasAgenda: MaybeFlag,
  MeetingPassed: MaybeFlag,
  MeetingDocumentLink: maybe(Type.Array(DocumentLink)),
})
export type CalendarEntry = Static<typeof CalendarEntry>

/** `meetings/*_postminutes.json`; the agenda entries are checked one by one. */
export const MinutesFile = Type.Object({
  source_url: Type.String({ pattern: '^https?://[^\\s]+$' }),
  base_url: MaybeText,
  meeting_date: MaybeText,
  meeting_start_time: MaybeText,
  present_attendees: maybe(Type.Array(Type.String())),
  absent_attendees: maybe(Type.Array(Type.String())),
  agenda_items: maybe(Type.Object({ agenda_items: maybe(Type.Array(Type.Unknown())) })),
})
export type MinutesFile = Static<typeof MinutesFile>

const VoteList = maybe(
  Type.Object({
    councillors: maybe(Type.Array(Type.String())),
    count: maybe(Type.Integer({ minimum: 0 })),
  }),
)

/** A motion under an agenda entry. */
export const MotionEntry = Type.Object({
  premotion_text: MaybeText,
  motion_number: MaybeText,
  motion_moved_by: MaybeText,
  motion_seconded_by: MaybeText,
  motion_text: MaybeText,
  post_motion_text: MaybeText,
  motion_result: MaybeText,
  motion_votes: maybe(Type.Object({ for: VoteList, against: VoteList })),
  dissent_voters: maybe(Type.Array(Type.String())),
})
export type MotionEntry = Static<typeof MotionEntry>

/** One agenda item of a minutes file; its sub-items are entries again. */
export const AgendaEntry = Type.Object({
  agenda_item_number: MaybeText,
  title: MaybeText,
  description: MaybeText,
  minutes: MaybeText,
  attachments: maybe(Type.Array(Type.Object({ link: Needed, attachment_title: MaybeText }))),
  motions: maybe(Type.Array(MotionEntry)),
  sub_agendas_items: maybe(Type.Array(Type.Unknown())),
})
export type AgendaEntry = Static<typeof AgendaEntry>

/** A row of `current_councillors.json`. */
export const RosterRow = Type.Object({
  full_name: Needed,
  first_name: MaybeText,
  last_name: MaybeText,
  first_name_initial: MaybeText,
  title: MaybeText,
  ward_number: MaybeText,
  ward_name: MaybeText,
  telephone: MaybeText,
  fax: MaybeText,
  email: MaybeText,
  active: MaybeFlag,
})
export type RosterRow = Static<typeof RosterRow>

/** The checks of the shapes above. */
export const shapeChecks = {
  calendarFile: Compile(CalendarFile),
  calendarEntry: Compile(CalendarEntry),
  minutesFile: Compile(MinutesFile),
  agendaEntry: Compile(AgendaEntry),
  roster: Compile(Type.Array(Type.Unknown())),
  rosterRow: Compile(RosterRow),
} as const
