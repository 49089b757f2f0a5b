import type { Generated } from 'kysely'

// Conventions: dates are text `YYYY-MM-DD`, timestamps ISO 8601 UTC, booleans 0 or 1, JSON is text. A column ending in
// `_folded` holds the same value, folded for comparison.

/** 0 or 1: neither engine's driver accepts a boolean for an integer column. */
export type Flag = 0 | 1

/** Columns of every imported record. */
export interface Imported {
  id: Generated<number>
  municipality_id: number
  source: string
  key: string
  slug: string
  source_url: string | null
  /** When the source last changed it, ISO 8601 UTC; null if unknown. */
  source_updated_at: Generated<string | null>
  content_hash: string
  /** 1 until an import has brought the complete record. */
  is_incomplete: Generated<Flag>
  created_at: string
  updated_at: string
}

/** References: the key that the source states, and the id of the record with it; null until an import has brought it. */
type References<N extends string> = Record<`${N}_id`, number | null> &
  Record<`${N}_key`, Generated<string | null>>

interface WithOcdId {
  ocd_id: string
}

export interface OrganizationsTable extends Imported, WithOcdId, References<'parent'> {
  name: string
  name_folded: string
  /** Null if the source has none in French. */
  name_fr: string | null
  other_names: string
  /** By which it is found: `name_folded` and the folded other names, one a line. */
  names_folded: string
  classification: string | null
  founding_date: string | null
  dissolution_date: string | null
  url: string | null
}

/** People of a grid of votes; more than a council has in decades; spreadsheets have 16,384 columns. */
export const votersMax = 1000

/** Totals computed by every import; no source states them. */
export const personCounts = [
  'votes_for',
  'votes_against',
  'abstentions',
  'meetings_present',
  'meetings_absent',
  'speaking_seconds',
  'speaking_meetings',
] as const
export type PersonCount = (typeof personCounts)[number]

export interface PeopleTable extends Imported, WithOcdId, Record<PersonCount, Generated<number>> {
  name: string
  name_folded: string
  given_name: string | null
  family_name: string | null
  party: string | null
  image_url: string | null
  gender: string | null
  birth_date: string | null
  death_date: string | null
  other_names: string
  /** By which they are found: `name_folded` and the folded other names, one a line. */
  names_folded: string
  contact_details: string
}

export interface MembershipsTable extends Imported, References<'person' | 'organization'> {
  role: string | null
  label: string | null
  start_date: string | null
  stated_end_date: string | null
  /** The stated date, or the end of its holder's life or of its body if that is earlier. */
  end_date: string | null
  /** Whether the source says that it is over, also where it does not say since when. */
  ended: Flag
}

export interface BylawsTable extends Imported {
  title: string
  title_folded: Generated<string>
  bylaw_number: string | null
  number_folded: Generated<string>
  /** See `numberGroups`. */
  number_groups: Generated<string>
  status: string | null
  status_folded: string | null
  category: string | null
  category_folded: string | null
  /** 0 if unknown, so that unknown years sort last in descending order on every engine. */
  year: number
  stated_passed_date: string | null
  /** The stated date, or that of the last carried motion that names the by-law; null if it was vetoed. */
  passed_date: string | null
  /** Whether it was vetoed, and the veto stands. */
  is_vetoed: Generated<Flag>
  enacted_date: string | null
  description: string | null
  plain_english_summary: string | null
}

export interface MattersTable extends Imported, WithOcdId, References<'bylaw'> {
  identifier: string | null
  title: string
  status: string | null
  status_folded: string | null
  category: string | null
  category_folded: string | null
  /** A JSON list of classifications that the category does not name. */
  classification: string
  /** A JSON list of `OtherIdentifier`. */
  other_identifiers: string
  description: string | null
  plain_english_summary: string | null
  stated_first_seen: string | null
  stated_last_seen: string | null
  first_seen: string | null
  /** Empty if unknown, so that unknown dates sort last in descending order on every engine. */
  last_seen: string
}

/** A sponsor of exactly one matter or by-law. */
export interface SponsorshipsTable extends References<'person'> {
  id: Generated<number>
  matter_id: number | null
  bylaw_id: number | null
  name: string
  is_primary: Flag
  classification: string | null
}

export interface MeetingsTable extends Imported, WithOcdId, References<'organization' | 'chair'> {
  title: string
  date: string
  /** RFC 3339 with the local UTC offset; null if no time is known. */
  starts_at: string | null
  ends_at: string | null
  /** When its date, times, location, title or status last changed. */
  scheduled_at: string
  type: string | null
  type_folded: string | null
  status: string
  /** What the source says of the status, in its own words. */
  status_note: string | null
  location: string | null
  summary: string | null
  has_agenda: Flag
  has_minutes: Flag
  has_transcript: Flag
  /** Whether a motion has votes of people. */
  has_recorded_votes: Generated<Flag>
  agenda_url: string | null
  minutes_url: string | null
  video_url: string | null
  video_duration_seconds: number | null
}

export interface AttendanceTable extends References<'person'> {
  id: Generated<number>
  meeting_id: number
  person_name: string
  role: string | null
  present: Flag
  reason: string | null
}

export interface SpeakingTimeTable extends References<'person'> {
  id: Generated<number>
  meeting_id: number
  person_name: string
  seconds: number
}

export interface KeyStatementsTable extends References<'person'> {
  id: Generated<number>
  slug: string
  meeting_id: number
  speaker: string | null
  text: string
  context: string | null
  start_seconds: number | null
}

/** A document of exactly one meeting, agenda item, matter or by-law. */
export interface DocumentsTable {
  id: Generated<number>
  meeting_id: number | null
  agenda_item_id: number | null
  matter_id: number | null
  bylaw_id: number | null
  title: string
  url: string | null
  type: string | null
  language: string | null
  date: string | null
}

export interface DocumentSectionsTable {
  id: Generated<number>
  slug: string
  document_id: number
  title: string | null
  text: string
}

export interface AgendaItemsTable extends Imported, References<'meeting' | 'parent' | 'matter'> {
  position: number
  item_number: string | null
  title: string
  type: string | null
  description: string | null
  /** What was done with the item, as the source writes it. */
  action: string | null
  result: string | null
  /** Opens the recording where the item begins. */
  video_url: string | null
  /** Where the item begins in the recording of the meeting. */
  video_seconds: number | null
}

export interface MotionsTable
  extends Imported,
    WithOcdId,
    References<'meeting' | 'agenda_item' | 'matter' | 'organization' | 'mover' | 'seconder'> {
  /** The deciding organization, or the one that met; null if it was removed. */
  decided_by_id: number | null
  stated_date: string | null
  /** The date of the meeting, or the stated one; empty if neither is known (sorts last). */
  date: string
  position: number
  identifier: string | null
  kind: string | null
  text: string | null
  superseded_text: string | null
  summary: string | null
  plain_english_summary: string | null
  result: string | null
  result_folded: string | null
  mover_name: string | null
  seconder_name: string | null
  tally_for: number | null
  tally_against: number | null
  tally_abstain: number | null
  tally_absent: number | null
  /** Whether somebody voted for and somebody against; null if not counted. */
  contested: Flag | null
  has_votes: Generated<Flag>
}

/** A step of a matter. */
export interface ActionsTable
  extends Imported,
    References<'matter' | 'organization' | 'meeting' | 'motion'> {
  position: number
  /** Empty if unknown, so that unknown dates sort first on every engine. */
  date: string
  description: string
  text: string | null
  /** A JSON list of classifications. */
  classification: string
  result: string | null
}

/** A by-law that exactly one agenda item is about, or one motion passes. */
export interface BylawReferencesTable extends References<'bylaw'> {
  id: Generated<number>
  agenda_item_id: number | null
  motion_id: number | null
}

/** Columns of a motion that its votes repeat, so that they are listed by index. */
export const columnsOfMotions = [
  'municipality_id',
  'date',
  'meeting_id',
  'matter_id',
  'decided_by_id',
  'result_folded',
  'kind',
  'contested',
] as const

type OfMotion = { [C in (typeof columnsOfMotions)[number]]: Generated<MotionsTable[C]> }

export interface VotesTable extends OfMotion, References<'person'> {
  id: Generated<number>
  motion_id: number
  person_name: string
  /** The name of the person today, or else as written. */
  name_folded: Generated<string>
  value: string
  reason: string | null
  candidate: string | null
  /** Whether it is the first vote of its motion with its value, which stands for all of them in lists. */
  is_first: Generated<Flag>
  /** Whether it was against the outcome; null unless for or against a motion that was carried or defeated, as its counts allow. */
  dissent: Flag | null
}

/** A candidate of a motion that is an election. */
export interface CandidatesTable extends References<'person'> {
  id: Generated<number>
  motion_id: number
  person_name: string
  votes: number | null
  elected: Flag | null
}

/** On how many motions of a year two people both voted For or Against, for each order of the two. */
export interface AgreementsTable {
  municipality_id: number
  person_id: number
  other_id: number
  /** 0 for all organizations together. */
  organization_id: number
  /** 0 if unknown. */
  year: number
  name_folded: string
  other_name_folded: string
  motions: number
  /** Motions on which they voted alike. */
  same: number
  /** Motions that somebody voted for and somebody against. */
  contested_motions: number
  contested_same: number
}
