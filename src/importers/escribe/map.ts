import type { ImportRecord, MeetingRecord } from '../records.ts'
import type { SourceItem } from '../source.ts'
import { placeItems, toAgendaItem, toSections } from './agenda.ts'
import { toAttendance } from './attendance.ts'
import { toBylaws } from './bylaw-records.ts'
import { toDocuments } from './documents.ts'
import type { Findings } from './findings.ts'
import { type MeetingItems, toMatters } from './matters.ts'
import { toMeeting } from './meetings.ts'
import { type PlacedMotion, toMotions } from './motions.ts'
import { bodyName, findCouncil, organizationKey, toOrganizations } from './organizations.ts'
import { createPeople, identifyWritten, type People } from './people.ts'
import { checkRoster, toMemberships, toPersonRecords } from './person-records.ts'
import type { Portal, PortalMeeting } from './read.ts'
import { toRosterMembers } from './roster.ts'

const problemsMax = 100

interface Placed {
  record: ImportRecord
  where: string
}

/** Everything that the portal says, as records and notices; nothing but problems where there are any. */
export function mapPortal(portal: Portal): SourceItem[] {
  const { findings } = portal
  const records = findings.problems.length === 0 ? toRecords(portal, portal.url ?? '') : []
  if (findings.problems.length > 0) {
    return findings.problems
      .slice(0, problemsMax)
      .map((problem) => ({ type: 'problem' as const, ...problem }))
  }
  return [
    ...records.map((placed) => ({ type: 'record' as const, ...placed })),
    ...findings.notices.map((notice) => ({ type: 'notice' as const, ...notice })),
  ]
}

function toRecords(portal: Portal, portalUrl: string): Placed[] {
  const { findings, meetings } = portal
  const roster = toRosterMembers(portal.roster)
  checkRoster(roster, findings)
  const people = createPeople(roster)
  const organizations = toOrganizations(meetings, portalUrl)
  const council = roster.length === 0 ? null : findCouncil(organizations, findings)
  // In the order of time, so that a matter's title and a person's address come from the earliest meeting.
  const mapped = meetings.map((meeting) => mapMeeting(meeting, people, portalUrl, findings))
  const motions = mapped.flatMap((each) => each.motions)
  return [
    ...organizations,
    ...toPersonRecords(people, portalUrl),
    ...(council === null ? [] : toMemberships(roster, council)),
    ...toBylaws(motions, findings),
    ...toMatters(
      mapped.flatMap((each) => each.items ?? []),
      findings,
    ),
    ...mapped.map(({ record, where }) => ({ record, where })),
    ...mapped.flatMap((each) => agendaRecords(each.items, portalUrl, findings)),
    ...motions.map(({ record, where }) => ({ record, where })),
  ]
}

interface MappedMeeting {
  record: MeetingRecord
  where: string
  items: MeetingItems | null
  motions: PlacedMotion[]
}

function mapMeeting(
  meeting: PortalMeeting,
  people: People,
  portalUrl: string,
  findings: Findings,
): MappedMeeting {
  const { minutes, where, start } = meeting
  const meetingName = `${meeting.title} ${start.date}`
  const attendance = toAttendance(meeting, meetingName, people, findings)
  const items = minutes === null ? [] : placeItems(minutes, findings)
  const files = toDocuments(meeting, toSections(items), portalUrl, findings)
  const record = toMeeting(meeting, attendance, files, portalUrl)
  if (minutes === null) return { record, where, items: null, motions: [] }
  noticeOtherDate(meeting, meetingName, findings)
  const setting = {
    minutes,
    date: start.date,
    meetingName,
    organizationKey: organizationKey(bodyName(meeting)),
    resolve: (name: string) => identifyWritten(people, name, attendance.attendees),
  }
  const motions = toMotions(items, setting, findings)
  return { record, where, items: { minutes, items }, motions }
}

function agendaRecords(
  meeting: MeetingItems | null,
  portalUrl: string,
  findings: Findings,
): Placed[] {
  if (meeting === null) return []
  return meeting.items.map((item) => ({
    record: toAgendaItem(item, meeting.minutes, portalUrl, findings),
    where: item.node.where,
  }))
}

function noticeOtherDate(meeting: PortalMeeting, subject: string, findings: Findings): void {
  const date = meeting.minutes?.file.meeting_date
  if (!date || date === meeting.start.date) return
  const reason = `the minutes say ${date}: the calendar's date is taken`
  findings.notices.push({ where: meeting.minutes?.where ?? meeting.where, subject, reason })
}
