import { groupBy } from '../../core/group-by.ts'
import { toOcdDocument, toSources } from '../_shared/ocd.represent.ts'
import type { OcdMunicipality } from '../_shared/ocd.routes.ts'
import type { EventRow, MeetingDetailRows } from './queries.ts'
import type { OcdEvent, OcdEventDetail } from './schema.ts'

const statuses: Readonly<Record<string, string>> = {
  cancelled: 'cancelled',
  postponed: 'cancelled',
  completed: 'passed',
  scheduled: 'confirmed',
}

interface Municipality {
  jurisdictionId: string
  url: string | null
}

export function toOcdEvent(row: EventRow, { jurisdictionId }: Municipality): OcdEvent {
  return {
    id: row.ocd_id,
    name: row.title,
    description: row.summary ?? '',
    classification: row.type ?? 'event',
    start_date: row.starts_at ?? row.date,
    end_date: row.ends_at ?? row.end_date ?? '',
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
  municipality: OcdMunicipality,
): OcdEventDetail {
  return {
    participants: [...toHost(meeting), ...toAttendees(meeting, parts.attendance)],
    agenda: toAgenda(parts),
    documents: parts.documents.map(toEventDocument),
    media: toMedia(meeting),
    links: [],
    extras: { status_note: meeting.status_note },
    sources: toSources(
      meeting.source_url,
      meeting.minutes_url,
      meeting.agenda_url,
      municipality.url,
      meeting.import_url,
      municipality.page,
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
  const isChair = chairSlug !== null && attendee.person_slug === chairSlug
  const role = attendee.present === 0 ? 'absent' : isChair ? 'chair' : 'attendee'
  return attendee.reason === null ? role : `${role}: ${attendee.reason}`
}

// Open Civic Data's list for documents of an event.
const documentKinds: ReadonlySet<string> = new Set(['agenda', 'minutes', 'transcript', 'testimony'])

function toEventDocument(row: MeetingDetailRows['documents'][number]) {
  const kind = row.type?.trim().toLowerCase() ?? ''
  return {
    ...toOcdDocument(row),
    classification: documentKinds.has(kind) ? kind : '',
    extras: { type: row.type },
  }
}

function toMedia({ video_url: url, date }: MeetingDetailRows['meeting']) {
  if (url === null) return []
  const links = [{ url, media_type: '', text: '', note: '' }]
  return [{ note: 'Video', date, classification: 'video recording', offset: null, links }]
}

function notesOf({ description, recommendation }: MeetingDetailRows['agendaItems'][number]) {
  const notes = description === null ? [] : [description]
  return recommendation === null
    ? notes
    : [...notes, `Recommended in the agenda: ${recommendation}`]
}

function toAgenda({
  agendaItems,
  motions,
  documents,
}: Pick<MeetingDetailRows, 'agendaItems' | 'motions' | 'documents'>) {
  const motionsOf = groupBy(motions, ({ agenda_item_id }) => agenda_item_id)
  const documentsOf = groupBy(documents, ({ agenda_item_id }) => agenda_item_id)
  const orders = new Map(agendaItems.map(({ id }, index) => [id, String(index)]))
  return agendaItems.map((item, index) => ({
    description: item.title,
    order: String(index),
    classification: item.type === null ? [] : [item.type],
    subjects: [],
    notes: notesOf(item),
    related_entities: [...toRelatedBill(item), ...motionsOf(item.id).map(toRelatedVote)],
    media: documentsOf(item.id).map(toEventDocument),
    extras: {
      item_number: item.item_number,
      parent_order: item.parent_id === null ? null : (orders.get(item.parent_id) ?? null),
    },
  }))
}

const noEntity = { bill_id: null, vote_event_id: null, person_id: null, organization_id: null }

function toRelatedBill(item: MeetingDetailRows['agendaItems'][number]) {
  const id = item.matter_ocd_id
  if (id === null) return []
  const name = item.matter_identifier ?? item.title
  return [
    { ...noEntity, name, entity_type: 'bill', entity_id: id, bill_id: id, note: 'consideration' },
  ]
}

function toRelatedVote(motion: MeetingDetailRows['motions'][number]) {
  const { ocd_id: id, result } = motion
  const name = motion.identifier ?? motion.slug
  return {
    ...noEntity,
    name,
    entity_type: 'vote',
    entity_id: id,
    vote_event_id: id,
    note: result ?? 'consideration',
  }
}
