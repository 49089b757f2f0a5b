import type { DeclarationRecord } from '../../record/declarations.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import type { AgendaItemRecord, MeetingRecord } from '../../record/meetings.ts'
import type { MotionRecord } from '../../record/motions.ts'
import type { Diagnostics } from '../kit/diagnostics.ts'
import { MeetingStates } from '../kit/meeting-state.ts'
import type { SourceItem } from '../source.ts'
import { orderItems, toAgendaItem, toSections } from './agenda.ts'
import { toBylaws } from './bylaw-records.ts'
import { toDeclarations } from './declarations.ts'
import { type MeetingItems, toMatters } from './matters.ts'
import { attendanceNames, toAttendance, toDocuments, toMeeting } from './meetings.ts'
import { type LocatedMotion, toMotions, warnOfGaps } from './motions.ts'
import { bodyName, findCouncil, organizationKey, toOrganizations } from './organizations.ts'
import {
  checkRoster,
  createPeople,
  identifyWritten,
  type People,
  toMemberships,
  toPersonRecords,
  toRosterMembers,
  warnOfEndings,
} from './people.ts'
import type { Portal, PortalMeeting } from './read.ts'

interface Of<R extends ImportRecord> {
  record: R
  location: string
}
type Located = Of<ImportRecord>

/** The portal as records and warnings, or only its errors. */
export function mapPortal(portal: Portal): SourceItem[] {
  const { diagnostics } = portal
  const records = diagnostics.hasErrors ? [] : toRecords(portal, portal.url ?? '')
  const found = diagnostics.drain()
  if (diagnostics.hasErrors) return found.filter(({ type }) => type === 'error')
  return [...records.map((located) => ({ type: 'record' as const, ...located })), ...found]
}

function toRecords(portal: Portal, portalUrl: string): Located[] {
  const { diagnostics, meetings } = portal
  const roster = toRosterMembers(portal.roster)
  checkRoster(roster, diagnostics)
  const people = createPeople(roster, meetings.flatMap(attendanceNames))
  const organizations = toOrganizations(meetings, portalUrl)
  const council = roster.length === 0 ? null : findCouncil(organizations, diagnostics)
  // In chronological order: a matter's title and a person's source URL come from the earliest meeting.
  const states = new MeetingStates()
  const mapped = meetings.map((meeting) =>
    mapMeeting(meeting, { people, portalUrl, states }, diagnostics),
  )
  const motions = mapped.flatMap((each) => each.motions)
  for (const warning of states.warnings()) diagnostics.addWarning(warning)
  warnOfEndings(people, diagnostics)
  warnOfGaps(motions, diagnostics)
  const bylaws = toBylaws(motions, diagnostics)
  const withBylaws = <R extends AgendaItemRecord | MotionRecord>({ record, location }: Of<R>) => ({
    record: { ...record, bylaw_keys: bylaws.keysOf.get(record.key) ?? [] },
    location,
  })
  return [
    ...organizations,
    ...toPersonRecords(people, portalUrl),
    ...(council === null ? [] : toMemberships(roster, council)),
    ...bylaws.records,
    ...toMatters(
      mapped.flatMap((each) => each.items ?? []),
      diagnostics,
    ),
    ...mapped.map(({ record, location }) => ({ record, location })),
    ...mapped.flatMap((each) => agendaRecords(each.items, portalUrl, diagnostics)).map(withBylaws),
    ...motions.map(withBylaws),
    ...mapped.flatMap((each) => each.declarations),
  ]
}

interface MappedMeeting {
  record: MeetingRecord
  location: string
  items: MeetingItems | null
  motions: LocatedMotion[]
  declarations: Of<DeclarationRecord>[]
}

function mapMeeting(
  meeting: PortalMeeting,
  { people, portalUrl, states }: { people: People; portalUrl: string; states: MeetingStates },
  diagnostics: Diagnostics,
): MappedMeeting {
  const { minutes, location, start } = meeting
  const meetingName = `${meeting.title} ${start.date}`
  const attendance = toAttendance(meeting, meetingName, people, diagnostics)
  const page = minutes ?? meeting.agenda ?? null
  const items = page === null ? [] : orderItems(page, diagnostics)
  const files = toDocuments(meeting, toSections(items), portalUrl, diagnostics)
  const record = toMeeting(meeting, attendance, files, { portalUrl, states })
  if (page === null) return { record, location, items: null, motions: [], declarations: [] }
  warnOfOtherDate(meeting, meetingName, diagnostics)
  const setting = {
    minutes: page,
    meetingId: page.meetingId,
    date: start.date,
    meetingName,
    organizationKey: organizationKey(bodyName(meeting)),
    resolve: (name: string) => identifyWritten(people, name, attendance.attendees),
  }
  const motions = toMotions(items, setting, diagnostics)
  const declarations = minutes === null ? [] : toDeclarations(items, setting, diagnostics)
  return { record, location, items: { minutes: page, items }, motions, declarations }
}

function agendaRecords(
  meeting: MeetingItems | null,
  portalUrl: string,
  diagnostics: Diagnostics,
): Of<AgendaItemRecord>[] {
  if (meeting === null) return []
  return meeting.items.map((item) => ({
    record: toAgendaItem(item, meeting.minutes, portalUrl, diagnostics),
    location: item.node.location,
  }))
}

function warnOfOtherDate(meeting: PortalMeeting, subject: string, diagnostics: Diagnostics): void {
  const page = meeting.minutes ?? meeting.agenda
  const date = page?.file.meeting_date
  if (!date || date === meeting.start.date) return
  const what = meeting.minutes === null ? 'agenda says' : 'minutes say'
  const reason = `the ${what} ${date}; using the calendar's date`
  diagnostics.addWarning({
    location: page?.location ?? meeting.location,
    subject,
    reason,
  })
}
