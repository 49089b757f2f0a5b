import type { PartTable } from '../../store/record-kinds.ts'
import type { Flag } from '../../store/record-tables.ts'
import type { MeetingRecord } from '../records/meetings.ts'
import type { MotionRecord } from '../records/motions.ts'
import type { DocumentPart, SponsorshipPart } from '../records/record-schema.ts'
import type { Ids } from './ids.ts'
import type { Row, Rows } from './references.ts'

/** A row that belongs to exactly one record. */
export type PartRow = readonly [
  table: PartTable | 'document_sections',
  row: Record<string, unknown>,
]

const personColumns = (key: string | null | undefined, rows: Rows) => ({
  person_key: key ?? null,
  person_id: rows.idOf('person', key),
})

export function* candidateRows({ id }: Row, record: MotionRecord, rows: Rows): Generator<PartRow> {
  for (const { person_key, name, votes, elected } of record.candidates ?? []) {
    const row = {
      motion_id: id,
      ...personColumns(person_key, rows),
      person_name: name,
      votes: votes ?? null,
      elected: elected == null ? null : flag(elected),
    }
    yield ['candidates', row]
  }
}

export function* bylawReferenceRows(
  column: 'agenda_item_id' | 'motion_id',
  { id }: Row,
  keys: readonly string[] | undefined,
  rows: Rows,
): Generator<PartRow> {
  const owners = { agenda_item_id: null, motion_id: null, [column]: id }
  for (const key of keys ?? [])
    yield ['bylaw_references', { ...owners, bylaw_key: key, bylaw_id: rows.idOf('bylaw', key) }]
}

export function* sponsorshipRows(
  column: 'matter_id' | 'bylaw_id',
  { id }: Row,
  sponsorships: readonly SponsorshipPart[] | undefined,
  rows: Rows,
): Generator<PartRow> {
  const owners = { matter_id: null, bylaw_id: null, [column]: id }
  for (const sponsorship of sponsorships ?? []) {
    const row = {
      ...owners,
      ...personColumns(sponsorship.person_key, rows),
      name: sponsorship.name,
      is_primary: flag(sponsorship.primary),
      classification: sponsorship.classification ?? null,
    }
    yield ['sponsorships', row]
  }
}

export function* attendanceRows(
  { id }: Row,
  record: MeetingRecord,
  rows: Rows,
): Generator<PartRow> {
  for (const attendee of record.attendance ?? []) {
    const row = {
      meeting_id: id,
      ...personColumns(attendee.person_key, rows),
      person_name: attendee.name,
      role: attendee.role ?? null,
      present: flag(attendee.present),
      reason: attendee.reason ?? null,
    }
    yield ['attendance', row]
  }
}

export function* speakingTimeRows(
  { id }: Row,
  record: MeetingRecord,
  rows: Rows,
): Generator<PartRow> {
  for (const speaker of record.speaking_time ?? []) {
    const row = {
      meeting_id: id,
      ...personColumns(speaker.person_key, rows),
      person_name: speaker.name,
      seconds: speaker.seconds,
    }
    yield ['speaking_time', row]
  }
}

export function* statementRows(
  owner: Row,
  record: MeetingRecord,
  { ids, rows }: { ids: Pick<Ids, 'next'>; rows: Rows },
): Generator<PartRow> {
  for (const [index, statement] of (record.key_statements ?? []).entries()) {
    const row = {
      id: ids.next('key_statements'),
      meeting_id: owner.id,
      slug: `${owner.slug}-statement-${index + 1}`,
      ...personColumns(statement.person_key, rows),
      speaker: statement.speaker ?? null,
      text: statement.text,
      context: statement.context ?? null,
      start_seconds: statement.start_seconds ?? null,
    }
    yield ['key_statements', row]
  }
}

export function* documentRows(
  column: 'meeting_id' | 'agenda_item_id' | 'matter_id' | 'bylaw_id',
  owner: Row,
  documents: readonly DocumentPart[] | undefined,
  ids: Pick<Ids, 'next'>,
): Generator<PartRow> {
  const owners = { meeting_id: null, agenda_item_id: null, matter_id: null, bylaw_id: null }
  for (const [index, document] of (documents ?? []).entries()) {
    const { title, url = null, type = null, language = null, date = null } = document
    const id = ids.next('documents')
    yield ['documents', { id, ...owners, [column]: owner.id, title, url, type, language, date }]
    for (const [position, section] of (document.sections ?? []).entries()) {
      const row = {
        id: ids.next('document_sections'),
        document_id: id,
        slug: `${owner.slug}-${index + 1}-${position + 1}`,
        title: section.title ?? null,
        text: section.text,
      }
      yield ['document_sections', row]
    }
  }
}

export function flag(value: boolean): Flag {
  return value ? 1 : 0
}
