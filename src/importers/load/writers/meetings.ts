import { Temporal } from 'temporal-polyfill'
import { foldCase } from '../../../core/fold.ts'
import { ocdId } from '../../../core/ocd-id.ts'
import type { Flag } from '../../../store/tables.ts'
import type { MeetingRecord } from '../../records.ts'
import type { LoadContext } from '../context.ts'
import { dropSearchEntries } from '../search-entries.ts'
import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter, Owner, Staged } from '../upsert.ts'
import { addDocuments, dropDocuments } from './documents.ts'

export const meetingWriter: KindWriter<'meeting'> = {
  kind: 'meeting',
  partOf: [],
  slug: meetingSlug,
  columns: async ({ record }, context) => ({
    ocd_id: ocdId('event', { ...context.target, source: context.source, key: record.key }),
    title: record.title,
    date: record.date,
    starts_at: instant(record.date, record.start_time, context),
    ends_at: instant(endDate(record), record.end_time, context),
    type: record.type ?? null,
    type_folded: record.type ? foldCase(record.type) : null,
    organization_id: await context.references.find('organization', record.organization_key),
    status: record.status,
    location: record.location ?? null,
    summary: record.summary ?? null,
    has_agenda: flag(record.has_agenda),
    has_minutes: flag(record.has_minutes),
    has_transcript: flag(record.has_transcript),
    agenda_url: record.agenda_url ?? null,
    minutes_url: record.minutes_url ?? null,
    video_url: record.video_url ?? null,
    video_duration_seconds: record.video_duration_seconds ?? null,
    chair_id: await context.references.find('person', record.chair_key),
  }),
  async addParts(owner, { record }, context) {
    await addAttendance(owner, record, context)
    await addSpeakingTime(owner, record, context)
    await addKeyStatements(owner, record, context)
    addDocuments({ column: 'meeting_id', ...owner }, record.documents, context)
  },
  async dropParts(ids, context) {
    const { db } = context
    await db.deleteFrom('attendance').where('meeting_id', 'in', ids).execute()
    await db.deleteFrom('speaking_time').where('meeting_id', 'in', ids).execute()
    await dropKeyStatements(ids, context)
    await dropDocuments('meeting_id', ids, context)
  },
}

function meetingSlug({ record }: Staged<'meeting'>): string {
  return toSlug(`${record.date} ${record.title}`, keyedSlug(record.date, record.key))
}

// A meeting ends after it started: 00:30 after a start at 19:00 is half past midnight, on the next day.
function endDate({ date, start_time: start, end_time: end }: MeetingRecord): string {
  const isNextDay = typeof start === 'string' && typeof end === 'string' && end < start
  return isNextDay ? Temporal.PlainDate.from(date).add({ days: 1 }).toString() : date
}

/** RFC 3339 with the offset that holds in the municipality's time zone at that moment. */
function instant(
  date: string,
  time: string | null | undefined,
  { target }: LoadContext,
): string | null {
  if (time === null || time === undefined) return null
  return Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime(target.timeZone)
    .toString({ timeZoneName: 'never' })
}

function flag(value: boolean): Flag {
  return value ? 1 : 0
}

async function addAttendance(
  { id }: Owner,
  record: MeetingRecord,
  { references, rows }: LoadContext,
): Promise<void> {
  for (const attendee of record.attendance ?? []) {
    rows.add('attendance', {
      meeting_id: id,
      person_id: await references.find('person', attendee.person_key),
      person_name: attendee.name,
      role: attendee.role ?? null,
      present: flag(attendee.present),
    })
  }
}

async function addSpeakingTime(
  { id }: Owner,
  record: MeetingRecord,
  { references, rows }: LoadContext,
): Promise<void> {
  for (const speaker of record.speaking_time ?? []) {
    rows.add('speaking_time', {
      meeting_id: id,
      person_id: await references.find('person', speaker.person_key),
      person_name: speaker.name,
      seconds: speaker.seconds,
    })
  }
}

async function addKeyStatements(
  { id, slug }: Owner,
  record: MeetingRecord,
  { ids, references, rows }: LoadContext,
): Promise<void> {
  for (const [index, statement] of (record.key_statements ?? []).entries()) {
    rows.add('key_statements', {
      id: ids.next('key_statements'),
      meeting_id: id,
      slug: `${slug}-statement-${index + 1}`,
      person_id: await references.find('person', statement.person_key),
      speaker: statement.speaker ?? null,
      text: statement.text,
      context: statement.context ?? null,
      start_seconds: statement.start_seconds ?? null,
    })
  }
}

async function dropKeyStatements(ids: readonly number[], context: LoadContext): Promise<void> {
  const old = await context.db
    .selectFrom('key_statements')
    .select('id')
    .where('meeting_id', 'in', ids)
    .execute()
  await dropSearchEntries(
    'key_statement',
    old.map((row) => row.id),
    context,
  )
  await context.db.deleteFrom('key_statements').where('meeting_id', 'in', ids).execute()
}
