import { cleanLine } from '../kit/clean-text.ts'
import type { MeetingStates } from '../kit/meeting-state.ts'
import type { MeetingRecord } from '../records/meetings.ts'
import type { Attendance } from './attendance.ts'
import type { MeetingDocuments } from './documents.ts'
import { absoluteUrl, sharedUrl } from './links.ts'
import { bodyName, organizationKey } from './organizations.ts'
import type { PortalMeeting } from './read.ts'

export function toMeeting(
  meeting: PortalMeeting,
  attendance: Attendance,
  files: MeetingDocuments,
  { portalUrl, states }: { portalUrl: string; states: MeetingStates },
): MeetingRecord {
  const { entry, start, end } = meeting
  const hasMinutes = files.hasMinutesLink || meeting.minutes !== null
  return {
    kind: 'meeting',
    key: meeting.id,
    // Without an agenda the calendar omits the URL, but the share link still contains it.
    source_url: absoluteUrl(entry.Url, portalUrl) ?? sharedUrl(entry.ShareUrl) ?? portalUrl,
    title: meeting.title,
    date: start.date,
    // The portal writes midnight for an unknown time.
    start_time: start.time === '00:00' ? null : start.time,
    end_time: end?.time ?? null,
    type: cleanLine(entry.MeetingType),
    organization_key: organizationKey(bodyName(meeting)),
    ...statusOf(meeting, { hasMinutes, files, states }),
    location: cleanLine(entry.Location),
    has_agenda: entry.HasAgenda ?? false,
    has_minutes: hasMinutes,
    has_transcript: false,
    agenda_url: files.agendaUrl,
    minutes_url: files.minutesUrl,
    video_url: files.videoUrl,
    chair_key: attendance.chairKey,
    attendance: attendance.rows,
    documents: files.documents,
  }
}

function statusOf(
  { entry, title, start, minutes, location }: PortalMeeting,
  {
    hasMinutes,
    files,
    states,
  }: { hasMinutes: boolean; files: MeetingDocuments; states: MeetingStates },
) {
  const isCancelled = files.announcesCancellation || entry.Cancelled === true
  if (isCancelled && !hasMinutes) return { status: 'cancelled' as const }
  return states.statusOf({
    subject: `${title} ${start.date}`,
    location,
    labels: [title, entry.MeetingType, entry.Location],
    comment: null,
    isRecorded: minutes !== null,
    hasMinutes,
    isOver: hasMinutes || entry.MeetingPassed === true,
  })
}
