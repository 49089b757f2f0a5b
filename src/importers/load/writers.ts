import { Temporal } from 'temporal-polyfill'
import { numberGroups } from '../../core/bylaw-number.ts'
import { contradicts, isCarried, isDefeated, outcomeOf } from '../../core/carried-results.ts'
import { extraVotesOf } from '../../core/extra-votes.ts'
import { foldCase, foldText } from '../../core/fold.ts'
import type { OcdType } from '../../core/ocd-id.ts'
import { isOnPart } from '../../core/part-vote.ts'
import { areOddWeights, decidingCounts } from '../../core/weighted-votes.ts'
import type { Flag } from '../../record/field.ts'
import type { RecordKind, RecordOf } from '../../record/kinds.ts'
import type { MeetingRecord } from '../../record/meetings.ts'
import type { MotionRecord, VotePart } from '../../record/motions.ts'
import type { OrganizationRecord } from '../../record/people.ts'
import { documentColumns } from './document-columns.ts'
import { type Ids, keyedSlug, toSlug } from './ids.ts'
import type { Row, Rows } from './references.ts'
import type { PartColumns } from './rows.ts'
import type { LoadTarget } from './scope.ts'

/** What a row of one kind has beside the fields of its record. */
export interface KindWriter<K extends RecordKind> {
  /** The type in its Open Civic Data id. */
  ocdType?: OcdType
  /** The preferred slug of a new row. */
  slug(record: RecordOf<K>, rows: Rows): string
  /** Derived columns. */
  columns?(record: RecordOf<K>, target: LoadTarget): Record<string, unknown>
  /** Derived columns of the rows of parts. */
  partColumns?(record: RecordOf<K>, owner: Row, tools: PartTools): PartColumns
}

interface PartTools {
  ids: Pick<Ids, 'next'>
  rows: Rows
  target: LoadTarget
}

const organization: KindWriter<'organization'> = {
  ocdType: 'organization',
  slug: (record) => toSlug(record.name, keyedSlug('organization', record.key)),
  columns: nameColumns,
}

const person: KindWriter<'person'> = {
  ocdType: 'person',
  slug: (record) => toSlug(record.name, keyedSlug('person', record.key)),
  columns: nameColumns,
}

function nameColumns({
  name,
  name_fr = null,
  other_names = [],
}: Pick<OrganizationRecord, 'name' | 'name_fr' | 'other_names'>) {
  const names = [name, name_fr ?? name, ...other_names.map((other) => other.name)]
  return {
    name_folded: foldText(name),
    names_folded: [...new Set(names.map(foldText))].join('\n'),
  }
}

const membership: KindWriter<'membership'> = {
  slug: (record) =>
    toSlug(`${record.person_key} ${record.organization_key}`, keyedSlug('membership', record.key)),
}

const bylaw: KindWriter<'bylaw'> = {
  slug: (record) =>
    toSlug(
      record.bylaw_number ? `by-law ${record.bylaw_number}` : record.title,
      keyedSlug('bylaw', record.key),
    ),
  columns: (record) => ({
    title_folded: foldText(record.title),
    ...numberColumns(record.bylaw_number),
    ...filterColumns(record),
  }),
  partColumns: (_record, owner, tools) => documentColumns('bylaw', owner, tools),
}

function numberColumns(number: string | null | undefined) {
  const folded = foldText(number ?? '')
  return { number_folded: folded, number_groups: numberGroups(folded) }
}

/** Status and category as filters compare them. */
function filterColumns(record: { status?: string | null; category?: string | null }) {
  return { status_folded: folded(record.status), category_folded: folded(record.category) }
}

function folded(written: string | null | undefined): string | null {
  return written ? foldCase(written) : null
}

const matter: KindWriter<'matter'> = {
  ocdType: 'bill',
  slug: (record) => toSlug(record.identifier ?? record.title, keyedSlug('matter', record.key)),
  columns: filterColumns,
  partColumns: (_record, owner, tools) => documentColumns('matter', owner, tools),
}

const meeting: KindWriter<'meeting'> = {
  ocdType: 'event',
  slug: (record) => toSlug(`${record.date} ${record.title}`, keyedSlug(record.date, record.key)),
  columns: (record, { timeZone }) => ({
    starts_at: instant(record.date, record.start_time, timeZone),
    ends_at: instant(endDate(record), record.end_time, timeZone),
    type_folded: folded(record.type),
    has_agenda: flag(record.has_agenda === true),
    has_minutes: flag(record.has_minutes === true),
    has_transcript: flag(record.has_transcript === true),
  }),
  partColumns(record, owner, tools) {
    const { ids } = tools
    const ofDocuments = documentColumns('meeting', owner, tools)
    return (table, part, index, above) => {
      if (table === 'attendance') return { date: record.date }
      if (table !== 'key_statements') return ofDocuments(table, part, index, above)
      return { id: ids.next('key_statements'), slug: `${owner.slug}-statement-${index + 1}` }
    }
  },
}

// An end time before the start time is on the next day: 19:00 to 00:30.
function endDate({ date, end_date, start_time: start, end_time: end }: MeetingRecord): string {
  if (end_date) return end_date
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
  partColumns: (_record, owner, tools) => documentColumns('agenda_item', owner, tools),
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
    result_folded: folded(record.result),
    outcome: outcomeOf(record.result),
    is_on_part: flag(isOnPart(record.text, record.summary)),
    contested: contestedFlag(record),
    has_votes: flag((record.votes ?? []).length > 0),
    extra_votes: extraVotesIn(record),
    has_odd_weights: flag(areOddWeights(record.votes ?? [], record.tally?.weighted)),
    ...namedColumns(record),
  }),
  partColumns: voteColumns,
}

function namedColumns(record: MotionRecord) {
  const { votes = [] } = record
  return {
    named_votes: votes.length,
    named_against: votes.filter(({ value }) => value === 'Against').length,
    named_lost: votes.filter(({ value }) => dissentFlag(value, record) === 1).length,
  }
}

/** Votes that a motion counts beyond one for each name. */
export function extraVotesIn({ text, summary, votes = [], ...motion }: MotionRecord) {
  const reasons = votes.map(({ reason }) => reason)
  return extraVotesOf({ ...{ texts: [text, summary], reasons }, ...toCounted(motion) })
}

/** The counts of a record as its row has them. */
export function toCounted({ tally, vote_basis }: Pick<MotionRecord, 'tally' | 'vote_basis'>) {
  return {
    tally_for: tally?.for ?? null,
    tally_against: tally?.against ?? null,
    tally_weighted_for: tally?.weighted?.for ?? null,
    tally_weighted_against: tally?.weighted?.against ?? null,
    vote_basis: vote_basis ?? null,
  }
}

function motionSlug(record: RecordOf<'motion'>, rows: Rows): string {
  if (record.identifier) return toSlug(`motion ${record.identifier}`, `motion-${record.position}`)
  const meeting = rows.find('meeting', record.meeting_key)
  if (meeting !== null) return slugInMeeting(meeting.slug, record.position)
  return keyedSlug(`${record.date ?? 'undated'}-motion`, record.key)
}

export function slugInMeeting(meeting: string, position: number): string {
  return `${meeting}-motion-${position}`
}

// Before they had keys, these slugs had positions.
const withoutMeeting = /^(\d{4}-\d\d-\d\d|undated)-motion-([\da-f]{8}|\d+)(-\d+)?$/

/** Whether a motion got its slug while its meeting was not on record. */
export function wasWithoutMeeting(slug: string): boolean {
  return withoutMeeting.test(slug)
}

const action: KindWriter<'action'> = {
  slug: (record) => keyedSlug('action', record.key),
}

const declaration: KindWriter<'declaration'> = {
  slug: (record) => keyedSlug('declaration', record.key),
}

const mayoralDecision: KindWriter<'mayoral_decision'> = {
  slug: (record) =>
    record.number
      ? toSlug(`decision ${record.number}`, keyedSlug('decision', record.key))
      : keyedSlug('decision', record.key),
  columns: ({ number, date }) => ({ number_key: numberKeyOf(number, date) }),
}

/** A number that a later year may have again has the year of the decision before it. */
function numberKeyOf(number: string | null | undefined, date: string | null | undefined) {
  if (!number) return null
  const folded = foldText(number)
  return /(?<!\d)(?:19|20)\d\d(?!\d)/.test(folded) ? folded : `${date?.slice(0, 4) ?? ''} ${folded}`
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
  declaration,
  mayoral_decision: mayoralDecision,
}

/** What the votes on a motion repeat as far as it is known; `deriveVotes` corrects the rest. */
function voteColumns(record: MotionRecord, _owner: Row, { rows, target }: PartTools): PartColumns {
  const { result, meeting_key, matter_key, organization_key } = record
  const meeting = rows.find('meeting', meeting_key)
  const ofMotion = {
    municipality_id: target.id,
    date: meeting?.date ?? record.date ?? '',
    meeting_id: meeting?.id ?? null,
    matter_id: rows.idOf('matter', matter_key),
    decided_by_id: rows.idOf('organization', organization_key) ?? meeting?.organization_id ?? null,
    result_folded: folded(result),
    kind: record.motion_kind ?? null,
    contested: contestedFlag(record),
  }
  const seen = new Set<string>()
  return (table, part) => {
    if (table !== 'votes') return {}
    const vote = part as VotePart
    const isFirst = !seen.has(vote.value)
    seen.add(vote.value)
    return {
      ...ofMotion,
      name_folded: rows.find('person', vote.person_key)?.name_folded ?? foldText(vote.name),
      is_first: flag(isFirst),
      dissent: dissentFlag(vote.value, record),
    }
  }
}

/** Named dissents count without a roll call. Where votes and result contradict, there is no losing side. */
function dissentFlag(value: VotePart['value'], motion: MotionRecord): Flag | null {
  const { result, other_result: other } = motion
  if (value !== 'For' && value !== 'Against') return null
  if (other != null || contradicts(result, decidingCounts(toCounted(motion)))) return null
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

function flag(value: boolean): Flag {
  return value ? 1 : 0
}
