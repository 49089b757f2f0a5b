import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { nullable } from '../../record/shapes.ts'
import { NullableBool, NullableStr } from '../kit/schema.ts'

// The fields that are read from the files of the portal's scraper.

/** `calendar/*.calendar_meetings.json`; the entries are checked one by one. */
const CalendarFile = Type.Object({ d: Type.Array(Type.Unknown()) })

/** A document or video of a meeting. `LanguageId` is 9 for English, 12 for French, 0 for neither. */
export const DocumentLink = Type.Object({
  Title: NullableStr,
  Type: NullableStr,
  Format: NullableStr,
  Url: NullableStr,
  LanguageId: nullable(Type.Integer()),
})
export type DocumentLink = Static<typeof DocumentLink>

/** A meeting in the portal's calendar. */
export const CalendarEntry = Type.Object({
  ID: Type.String(),
  MeetingName: NullableStr,
  MeetingType: NullableStr,
  StartDate: Type.String(),
  EndDate: NullableStr,
  Location: NullableStr,
  Url: NullableStr,
  ShareUrl: NullableStr,
  HasAgenda: NullableBool,
  MeetingPassed: NullableBool,
  Cancelled: NullableBool,
  MeetingDocumentLink: nullable(Type.Array(DocumentLink)),
})
export type CalendarEntry = Static<typeof CalendarEntry>

/** `meetings/*_postminutes.json`; the agenda entries are checked one by one. */
export const MinutesFile = Type.Object({
  source_url: Type.String(),
  base_url: NullableStr,
  meeting_date: NullableStr,
  meeting_start_time: NullableStr,
  /** On a page: where the recording is that its player plays. */
  video_url: NullableStr,
  present_attendees: nullable(Type.Array(Type.String())),
  absent_attendees: nullable(Type.Array(Type.String())),
  agenda_items: nullable(Type.Object({ agenda_items: nullable(Type.Array(Type.Unknown())) })),
})
export type MinutesFile = Static<typeof MinutesFile>

const VoteList = nullable(
  Type.Object({
    councillors: nullable(Type.Array(Type.String())),
    count: nullable(Type.Integer()),
  }),
)

/** A motion under an agenda entry. */
export const MotionEntry = Type.Object({
  premotion_text: NullableStr,
  motion_number: NullableStr,
  motion_moved_by: NullableStr,
  motion_seconded_by: NullableStr,
  motion_text: NullableStr,
  post_motion_text: NullableStr,
  motion_result: NullableStr,
  motion_votes: nullable(Type.Object({ for: VoteList, against: VoteList })),
  /** The rows of a page's table of votes, instead of `motion_votes`. */
  vote_lists: nullable(
    Type.Array(
      Type.Object({ label: Type.String(), names: Type.Array(Type.String()), written: NullableStr }),
    ),
  ),
  dissent_voters: nullable(Type.Array(Type.String())),
})
export type MotionEntry = Static<typeof MotionEntry>

/** One agenda item of a minutes file; its sub-items are entries again. */
export const AgendaEntry = Type.Object({
  agenda_item_number: NullableStr,
  title: NullableStr,
  description: NullableStr,
  minutes: NullableStr,
  /** On a page: the texts that it recommends or, on an agenda, proposes. */
  recommendation: NullableStr,
  /** On a page: where the item begins in the recording, and the page that opens it there. */
  video_seconds: nullable(Type.Integer({ minimum: 0 })),
  video_url: NullableStr,
  attachments: nullable(
    Type.Array(Type.Object({ link: NullableStr, attachment_title: NullableStr })),
  ),
  motions: nullable(Type.Array(MotionEntry)),
  sub_agendas_items: nullable(Type.Array(Type.Unknown())),
})
export type AgendaEntry = Static<typeof AgendaEntry>

/** A row of `current_councillors.json`. */
export const RosterRow = Type.Object({
  full_name: Type.String(),
  first_name: NullableStr,
  last_name: NullableStr,
  first_name_initial: NullableStr,
  title: NullableStr,
  ward_number: NullableStr,
  ward_name: NullableStr,
  telephone: NullableStr,
  fax: NullableStr,
  email: NullableStr,
  active: NullableBool,
})
export type RosterRow = Static<typeof RosterRow>

export const shapeChecks = {
  calendarFile: Compile(CalendarFile),
  calendarEntry: Compile(CalendarEntry),
  minutesFile: Compile(MinutesFile),
  agendaEntry: Compile(AgendaEntry),
  roster: Compile(Type.Array(Type.Unknown())),
  rosterRow: Compile(RosterRow),
} as const
