import { Temporal } from 'temporal-polyfill'
import { numberGroups } from '../../core/bylaw-number.ts'
import { contradicts, isCarried, isDefeated } from '../../core/carried-results.ts'
import { foldCase, foldText } from '../../core/fold.ts'
import type { OcdType } from '../../core/ocd-id.ts'
import type { PartTable } from '../../store/record-kinds.ts'
import type { Flag } from '../../store/record-tables.ts'
import type { MeetingRecord } from '../records/meetings.ts'
import type { MotionRecord, VotePart } from '../records/motions.ts'
import type { OrganizationRecord } from '../records/people.ts'
import type { DocumentPart, SponsorshipPart } from '../records/record-schema.ts'
import type { RecordKind, RecordOf } from '../records.ts'
import { type Ids, keyedSlug, toSlug } from './ids.ts'
import type { Row, Rows } from './references.ts'
import type { LoadTarget } from './scope.ts'

/** Maps one kind of record to rows. */
export interface KindWriter<K extends RecordKind> {
  /** The type in its Open Civic Data id. */
  ocdType?: OcdType
  /** The preferred slug of a new row. */
  slug(record: RecordOf<K>, rows: Rows): string
  /** The columns besides identity, references and timestamps. */
  columns(record: RecordOf<K>, target: LoadTarget): Record<string, unknown>
  /** Rows of parts, referenced rows first. */
  parts?(
    record: RecordOf<K>,
    owner: Row,
    tools: { ids: Pick<Ids, 'next'>; rows: Rows; target: LoadTarget },
  ): Iterable<PartRow>
}

const organization: KindWriter<'organization'> = {
  ocdType: 'organization',
  slug: (record) => toSlug(record.name, keyedSlug('organization', record.key)),
  columns: (record) => ({
    name: record.name,
    name_folded: foldText(record.name),
    name_fr: record.name_fr ?? null,
    ...otherNameColumns(record),
    classification: record.classification ?? null,
    founding_date: record.founding_date ?? null,
    dissolution_date: record.dissolution_date ?? null,
    url: record.url ?? null,
  }),
}

const person: KindWriter<'person'> = {
  ocdType: 'person',
  slug: (record) => toSlug(record.name, keyedSlug('person', record.key)),
  columns: (record) => ({
    name: record.name,
    name_folded: foldText(record.name),
    given_name: record.given_name ?? null,
    family_name: record.family_name ?? null,
    party: record.party ?? null,
    image_url: record.image_url ?? null,
    gender: record.gender ?? null,
    birth_date: record.birth_date ?? null,
    death_date: record.death_date ?? null,
    ...otherNameColumns(record),
    contact_details: JSON.stringify(record.contact_details ?? []),
  }),
}

function otherNameColumns(
  record: Pick<OrganizationRecord, 'name' | 'name_fr' | 'other_names'>,
): Record<'other_names' | 'names_folded', string> {
  const others = record.other_names ?? []
  const names = [record.name, record.name_fr ?? record.name, ...others.map(({ name }) => name)]
  return {
    other_names: JSON.stringify(others),
    names_folded: [...new Set(names.map(foldText))].join('\n'),
  }
}

const membership: KindWriter<'membership'> = {
  slug: (record) =>
    toSlug(`${record.person_key} ${record.organization_key}`, keyedSlug('membership', record.key)),
  columns: (record) => ({
    role: record.role ?? null,
    label: record.label ?? null,
    start_date: record.start_date ?? null,
    stated_end_date: record.end_date ?? null,
    ended: flag(record.ended === true),
  }),
}

const bylaw: KindWriter<'bylaw'> = {
  slug: (record) =>
    toSlug(
      record.bylaw_number ? `by-law ${record.bylaw_number}` : record.title,
      keyedSlug('bylaw', record.key),
    ),
  columns: (record) => ({
    title: record.title,
    title_folded: foldText(record.title),
    ...numberColumns(record.bylaw_number),
    year: record.year ?? 0,
    ...filterColumns(record),
    stated_passed_date: record.passed_date ?? null,
    enacted_date: record.enacted_date ?? null,
    description: record.description ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
  }),
  *parts(record, owner, { ids, rows }) {
    yield* sponsorshipRows('bylaw_id', owner, record.sponsorships, rows)
    yield* documentRows('bylaw_id', owner, record.documents, ids)
  },
}

function numberColumns(number: string | null | undefined) {
  const folded = foldText(number ?? '')
  return {
    bylaw_number: number ?? null,
    number_folded: folded,
    number_groups: numberGroups(folded),
  }
}

/** Status and category, each with the folded form that filters compare. */
function filterColumns(record: { status?: string | null; category?: string | null }) {
  return {
    status: record.status ?? null,
    status_folded: record.status ? foldCase(record.status) : null,
    category: record.category ?? null,
    category_folded: record.category ? foldCase(record.category) : null,
  }
}

const matter: KindWriter<'matter'> = {
  ocdType: 'bill',
  slug: (record) => toSlug(record.identifier ?? record.title, keyedSlug('matter', record.key)),
  columns: (record) => ({
    identifier: record.identifier ?? null,
    other_identifiers: JSON.stringify(record.other_identifiers ?? []),
    title: record.title,
    ...filterColumns(record),
    classification: JSON.stringify(record.classification ?? []),
    description: record.description ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
    stated_first_seen: record.first_seen ?? null,
    stated_last_seen: record.last_seen ?? null,
  }),
  *parts(record, owner, { ids, rows }) {
    yield* sponsorshipRows('matter_id', owner, record.sponsorships, rows)
    yield* documentRows('matter_id', owner, record.documents, ids)
  },
}

const meeting: KindWriter<'meeting'> = {
  ocdType: 'event',
  slug: (record) => toSlug(`${record.date} ${record.title}`, keyedSlug(record.date, record.key)),
  columns: (record, { timeZone }) => ({
    title: record.title,
    date: record.date,
    starts_at: instant(record.date, record.start_time, timeZone),
    ends_at: instant(endDate(record), record.end_time, timeZone),
    type: record.type ?? null,
    type_folded: record.type ? foldCase(record.type) : null,
    status: record.status,
    status_note: record.status_note ?? null,
    location: record.location ?? null,
    summary: record.summary ?? null,
    has_agenda: flag(record.has_agenda ?? hasDocument(record, 'agenda')),
    has_minutes: flag(record.has_minutes ?? hasDocument(record, 'minutes')),
    has_transcript: flag(record.has_transcript ?? hasDocument(record, 'transcript')),
    agenda_url: record.agenda_url ?? null,
    minutes_url: record.minutes_url ?? null,
    video_url: record.video_url ?? null,
    video_duration_seconds: record.video_duration_seconds ?? null,
  }),
  *parts(record, owner, tools) {
    yield* attendanceRows(owner, record, tools.rows)
    yield* speakingTimeRows(owner, record, tools.rows)
    yield* statementRows(owner, record, tools)
    yield* documentRows('meeting_id', owner, record.documents, tools.ids)
  },
}

// An end time before the start time is on the next day: 19:00 to 00:30.
function hasDocument(record: MeetingRecord, type: 'agenda' | 'minutes' | 'transcript'): boolean {
  const isLinked = type !== 'transcript' && typeof record[`${type}_url`] === 'string'
  return isLinked || (record.documents ?? []).some((document) => document.type === type)
}

function endDate({ date, start_time: start, end_time: end }: MeetingRecord): string {
  const isNextDay = typeof start === 'string' && typeof end === 'string' && end < start
  return isNextDay ? Temporal.PlainDate.from(date).add({ days: 1 }).toString() : date
}

/** RFC 3339 with the offset of the municipality's time zone at that time. */
export function instant(
  date: string,
  time: string | null | undefined,
  timeZone: string,
): string | null {
  if (time === null || time === undefined) return null
  return Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime(timeZone)
    .toString({ timeZoneName: 'never' })
}

const agendaItem: KindWriter<'agenda_item'> = {
  slug: agendaItemSlug,
  columns: (record) => ({
    position: record.position,
    item_number: record.item_number ?? null,
    title: record.title,
    type: record.type ?? null,
    description: record.description ?? null,
    action: record.action ?? null,
    result: record.result ?? null,
    video_url: record.video_url ?? null,
    video_seconds: record.video_seconds ?? null,
  }),
  *parts(record, owner, { ids, rows }) {
    yield* documentRows('agenda_item_id', owner, record.documents, ids)
    yield* bylawReferenceRows('agenda_item_id', owner, record.bylaw_keys, rows)
  },
}

function agendaItemSlug(record: RecordOf<'agenda_item'>, rows: Rows): string {
  const number = toSlug(
    (record.item_number ?? String(record.position)).replaceAll('.', '-'),
    String(record.position),
  )
  const meeting = rows.find('meeting', record.meeting_key)?.slug ?? 'undated'
  return `${meeting}-item-${number}`
}

const motion: KindWriter<'motion'> = {
  ocdType: 'vote',
  slug: motionSlug,
  columns: (record) => ({
    stated_date: record.date ?? null,
    position: record.position,
    identifier: record.identifier ?? null,
    kind: record.motion_kind ?? null,
    text: record.text ?? null,
    superseded_text: record.superseded_text ?? null,
    summary: record.summary ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
    ...resultColumns(record.result),
    mover_name: record.mover_name ?? null,
    seconder_name: record.seconder_name ?? null,
    ...tallyColumns(record),
    contested: contestedFlag(record),
    has_votes: flag((record.votes ?? []).length > 0),
  }),
  *parts(record, owner, { rows, target }) {
    yield* voteRows(owner, record, { rows, target })
    yield* candidateRows(owner, record, rows)
    yield* bylawReferenceRows('motion_id', owner, record.bylaw_keys, rows)
  },
}

function motionSlug(record: RecordOf<'motion'>, rows: Rows): string {
  if (record.identifier) return toSlug(`motion ${record.identifier}`, `motion-${record.position}`)
  const base = rows.find('meeting', record.meeting_key)?.slug ?? record.date ?? 'undated'
  return `${base}-motion-${record.position}`
}

function resultColumns(result: string | null | undefined) {
  return { result: result ?? null, result_folded: result ? foldCase(result) : null }
}

// What the source does not print was counted from the votes during staging.
function tallyColumns({ tally }: RecordOf<'motion'>) {
  return {
    tally_for: tally?.for ?? null,
    tally_against: tally?.against ?? null,
    tally_abstain: tally?.abstain ?? null,
    tally_absent: tally?.absent ?? null,
  }
}

const action: KindWriter<'action'> = {
  slug: (record) => keyedSlug('action', record.key),
  columns: (record) => ({
    position: record.position,
    date: record.date ?? '',
    description: record.description,
    text: record.text ?? null,
    classification: JSON.stringify(record.classification ?? []),
    result: record.result ?? null,
  }),
}

export const writers: { [K in RecordKind]: KindWriter<K> } = {
  organization,
  person,
  membership,
  bylaw,
  matter,
  meeting,
  agenda_item: agendaItem,
  motion,
  action,
}

/** The votes on a motion, with what they repeat as far as it is known; `deriveVotes` corrects the rest. */
function* voteRows(
  { id }: Row,
  record: MotionRecord,
  { rows, target }: { rows: Rows; target: LoadTarget },
): Generator<PartRow> {
  const { result, meeting_key, matter_key, organization_key } = record
  const meeting = rows.find('meeting', meeting_key)
  const ofMotion = {
    municipality_id: target.id,
    date: meeting?.date ?? record.date ?? '',
    meeting_id: meeting?.id ?? null,
    matter_id: rows.idOf('matter', matter_key),
    decided_by_id: rows.idOf('organization', organization_key) ?? meeting?.organization_id ?? null,
    result_folded: result ? foldCase(result) : null,
    kind: record.motion_kind ?? null,
    contested: contestedFlag(record),
  }
  const seen = new Set<string>()
  for (const vote of record.votes ?? []) {
    const person = rows.find('person', vote.person_key)
    const row = {
      motion_id: id,
      person_key: vote.person_key ?? null,
      person_id: person?.id ?? null,
      person_name: vote.name,
      name_folded: person?.name_folded ?? foldText(vote.name),
      value: vote.value,
      reason: vote.reason ?? null,
      candidate: vote.candidate ?? null,
      is_first: flag(!seen.has(vote.value)),
      dissent: dissentFlag(vote.value, record),
      ...ofMotion,
    }
    seen.add(vote.value)
    yield ['votes', row]
  }
}

/** Named dissents count without a roll call. Where votes and result contradict, there is no losing side. */
function dissentFlag(value: VotePart['value'], { result, tally }: MotionRecord): Flag | null {
  if ((value !== 'For' && value !== 'Against') || contradicts(result, tally)) return null
  if (isCarried(result)) return flag(value === 'Against')
  return isDefeated(result) ? flag(value === 'For') : null
}

// Named dissents alone say nothing of votes for.
function contestedFlag({ tally, votes = [] }: MotionRecord): Flag | null {
  const was = (value: 'For' | 'Against', count: number | null | undefined) =>
    (count ?? 0) > 0 || votes.some((vote) => vote.value === value)
  if (was('For', tally?.for) && was('Against', tally?.against)) return 1
  return tally?.for == null || tally.against == null ? null : 0
}

/** A row that belongs to exactly one record. */
export type PartRow = readonly [
  table: PartTable | 'document_sections',
  row: Record<string, unknown>,
]

const personColumns = (key: string | null | undefined, rows: Rows) => ({
  person_key: key ?? null,
  person_id: rows.idOf('person', key),
})

function* candidateRows({ id }: Row, record: MotionRecord, rows: Rows): Generator<PartRow> {
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

function* bylawReferenceRows(
  column: 'agenda_item_id' | 'motion_id',
  { id }: Row,
  keys: readonly string[] | undefined,
  rows: Rows,
): Generator<PartRow> {
  const owners = { agenda_item_id: null, motion_id: null, [column]: id }
  for (const key of keys ?? [])
    yield ['bylaw_references', { ...owners, bylaw_key: key, bylaw_id: rows.idOf('bylaw', key) }]
}

function* sponsorshipRows(
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

function* attendanceRows({ id }: Row, record: MeetingRecord, rows: Rows): Generator<PartRow> {
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

function* speakingTimeRows({ id }: Row, record: MeetingRecord, rows: Rows): Generator<PartRow> {
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

function* statementRows(
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

function* documentRows(
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

function flag(value: boolean): Flag {
  return value ? 1 : 0
}
