import { toOcdDocument, toSources } from '../_shared/ocd.represent.ts'
import type { EventRow, MeetingDetailRows } from './queries.ts'
import type { OcdEvent, OcdEventDetail } from './schema.ts'

const statuses = { cancelled: 'cancelled', completed: 'passed', scheduled: 'confirmed' } as Record<
  string,
  string
>

interface Municipality {
  jurisdictionId: string
  url: string | null
}

export function toOcdEvent(row: EventRow, { jurisdictionId }: Municipality): OcdEvent {
  return {
    id: row.ocd_id,
    name: row.title,
    description: row.summary ?? '',
    classification: row.type ?? '',
    start_date: row.starts_at ?? row.date,
    end_date: row.ends_at ?? '',
    all_day: row.starts_at === null,
    status: statuses[row.status] ?? 'confirmed',
    jurisdiction_id: jurisdictionId,
    location: row.location === null ? null : { name: row.location, url: '', note: '' },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function toOcdEventDetail(
  { meeting, ...parts }: MeetingDetailRows,
  municipality: Municipality,
): OcdEventDetail {
  return {
    participants: [...toHost(meeting), ...toAttendees(meeting, parts.attendance)],
    agenda: parts.agendaItems.map((item) => toAgendaItem(item, parts.motions)),
    documents: parts.documents.map(toOcdDocument),
    media:
      meeting.video_url === null
        ? []
        : [{ note: 'Video', date: meeting.date, links: [{ url: meeting.video_url, note: '' }] }],
    links: [],
    sources: toSources(
      meeting.source_url,
      meeting.minutes_url,
      meeting.agenda_url,
      municipality.url,
    ),
    ...toOcdEvent(meeting, municipality),
  }
}

function toHost(meeting: MeetingDetailRows['meeting']) {
  if (meeting.organization === null) return []
  return [
    {
      name: meeting.organization,
      entity_type: 'organization',
      person_id: null,
      organization_id: meeting.organization_ocd_id,
      note: 'host',
    },
  ]
}

function toAttendees(
  meeting: MeetingDetailRows['meeting'],
  attendance: MeetingDetailRows['attendance'],
) {
  return attendance.map((attendee) => ({
    name: attendee.name ?? attendee.person_name,
    entity_type: 'person',
    person_id: attendee.ocd_id,
    organization_id: null,
    note: attendanceNote(attendee, meeting.chair_slug),
  }))
}

function attendanceNote(
  attendee: MeetingDetailRows['attendance'][number],
  chairSlug: string | null,
): string {
  if (attendee.present === 0) return 'absent'
  return chairSlug !== null && attendee.person_slug === chairSlug ? 'chair' : 'attendee'
}

function toAgendaItem(
  item: MeetingDetailRows['agendaItems'][number],
  motions: MeetingDetailRows['motions'],
) {
  const votes = motions
    .filter((motion) => motion.agenda_item_id === item.id)
    .map((motion) => ({
      name: motion.identifier ?? motion.slug,
      entity_type: 'vote',
      entity_id: motion.ocd_id,
      note: motion.result ?? '',
    }))
  const bill = {
    name: item.matter_identifier ?? item.title,
    entity_type: 'bill',
    entity_id: item.matter_ocd_id ?? '',
    note: 'consideration',
  }
  return {
    description: item.title,
    order: item.item_number ?? String(item.position),
    classification: item.type === null ? [] : [item.type],
    subjects: [],
    notes: item.description === null ? [] : [item.description],
    related_entities: [...(item.matter_ocd_id === null ? [] : [bill]), ...votes],
  }
}
