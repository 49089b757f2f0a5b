import { groupBy } from '../../core/group-by.ts'
import { recordingTimeOf } from '../../core/recording-time.ts'
import { excerpt } from '../../core/shorten.ts'
import { parseSessions } from '../_shared/queries.ts'
import { toCorrections, toMarks, toSession } from '../_shared/v1.represent.ts'
import type { MeetingDetailRows, MeetingItemRow } from './queries.ts'
import type { MeetingDetail, MeetingItem } from './schema.ts'

export function toMeetingItem(row: MeetingItemRow): MeetingItem {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    date: row.date,
    type: row.type,
    has_agenda: row.has_agenda === 1,
    has_minutes: row.has_minutes === 1,
    has_transcript: row.has_transcript === 1,
    organization: row.organization,
    summary: row.summary,
    updated_at: row.updated_at,
    organization_slug: row.organization_slug,
    start_time: row.starts_at,
    end_time: row.ends_at,
    location: row.location,
    status: row.status,
    status_note: row.status_note,
    video_url: row.video_url,
    minutes_url: row.minutes_url,
    agenda_url: row.agenda_url,
    end_date: row.end_date,
  }
}

export function toMeetingDetail({ meeting, ...parts }: MeetingDetailRows): MeetingDetail {
  const slugs = new Map(parts.agendaItems.map(({ id, slug }) => [id, slug]))
  const documentsOf = groupBy(parts.documents, ({ agenda_item_id }) => agenda_item_id)
  const bylawsOf = groupBy(parts.bylaws, ({ id }) => id)
  return {
    video_duration_seconds: meeting.video_duration_seconds,
    chair: chairOf(meeting),
    ...toMarks(meeting),
    agenda_items: parts.agendaItems.map((item) => ({
      slug: item.slug,
      title: item.title,
      item_number: item.item_number,
      type: item.type,
      matter_slug: item.matter_slug,
      action: item.action,
      result: item.result,
      video_url: item.video_url,
      ...recordingTimeOf(item, meeting.video_duration_seconds),
      parent_slug: slugs.get(item.parent_id ?? 0) ?? null,
      description: item.description,
      recommendation: item.recommendation,
      corrected: toCorrections(item.corrected),
      documents: documentsOf(item.id),
      bylaws: bylawsOf(item.id),
    })),
    motions: parts.motions.map((motion) => ({
      slug: motion.slug,
      text: motion.summary ?? excerpt(motion.text),
      result: motion.result,
      kind: motion.kind,
      mover_name: motion.mover ?? motion.mover_name,
      seconder_name: motion.seconder ?? motion.seconder_name,
    })),
    attendance: parts.attendance.map((attendee) => ({
      person_slug: attendee.person_slug,
      person_name: attendee.name ?? attendee.person_name,
      role: attendee.role,
      present: attendee.present === 1,
      reason: attendee.reason,
      sessions: parseSessions(attendee.sessions).map(toSession),
    })),
    speaking_time: parts.speakingTime.map((speaker) => ({
      person_slug: speaker.person_slug,
      person_name: speaker.name ?? speaker.person_name,
      seconds: speaker.seconds,
    })),
    key_statements: parts.statements.map(({ name: _, ...statement }) => statement),
    documents: parts.documents,
    source_url: meeting.source_url,
    ...toMeetingItem(meeting),
  }
}

function chairOf({ chair_slug: slug, chair_name: name }: MeetingDetailRows['meeting']) {
  return slug === null || name === null ? null : { slug, name }
}
