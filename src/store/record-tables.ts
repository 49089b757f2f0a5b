import type { Generated } from 'kysely'
import type { Outcome } from '../core/carried-results.ts'
import type { TitleSource } from '../core/headings/heading.ts'
import type { Question } from '../core/headings/question.ts'
import type { CouncilResponse } from '../core/mayoral-decisions.ts'
import type { NoticeKind } from '../core/notice.ts'
import type { VoteBasis } from '../core/weighted-votes.ts'
import type { ColumnsOf, Fields, Flag } from '../record/field.ts'
import type { Kinds } from '../record/kinds.ts'
import type { section } from '../record/parts.ts'

// Conventions: dates are text `YYYY-MM-DD`, timestamps ISO 8601 UTC, booleans 0 or 1, JSON is text. A column ending in
// `_folded` holds the same value, folded for comparison.

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

// The columns of the fields follow from `src/record`; here is what an import computes beside them.

type FieldsOf<K extends keyof Kinds> = ColumnsOf<Kinds[K]['fields']>
type PartsOf<K extends keyof Kinds, P extends string> = Kinds[K]['fields'] extends {
  [N in P]: { part: { fields: infer F extends Fields } }
}
  ? ColumnsOf<F>
  : never

interface WithOcdId {
  ocd_id: string
}

export interface OrganizationsTable extends Imported, WithOcdId, FieldsOf<'organization'> {
  name_folded: string
  /** By which it is found: `name_folded` and the folded other names, one a line. */
  names_folded: string
}

/** People of a grid of votes; more than a council has in decades; spreadsheets have 16,384 columns. */
export const votersMax = 1000

/** Totals computed by every import, and part of a person in the API; no source states them. */
export const personCounts = [
  'votes_for',
  'votes_against',
  'abstentions',
  'meetings_present',
  'meetings_absent',
  'speaking_seconds',
  'speaking_meetings',
] as const

/** The same for pages alone: a change of these is none of the person in the API. */
export const pageCounts = [
  // Of recorded votes, the lines without a vote for, against or an abstention: absences, recusals and the like.
  'other_votes',
  'absences',
  'recusals',
  // Votes for or against where the outcome is clear, and those of them against it.
  'votes_settled',
  'votes_lost',
  'motions_moved',
] as const
/** Votes for and against in a month; open if no outcome is known. */
export interface MonthOfVotes {
  /** YYYY-MM */
  month: string
  won: number
  lost: number
  open: number
}

/** The months of votes of a person that are kept: two years, which are legible on a phone. */
export const monthsMax = 24

export type PersonCount = (typeof personCounts | typeof pageCounts)[number]

export interface PeopleTable
  extends Imported,
    WithOcdId,
    FieldsOf<'person'>,
    Record<PersonCount, Generated<number>> {
  /** `MonthOfVotes`, the latest first, at most `monthsMax`. */
  votes_by_month: Generated<string>
  name_folded: string
  /** By which they are found: `name_folded` and the folded other names, one a line. */
  names_folded: string
}

export interface MembershipsTable extends Imported, FieldsOf<'membership'> {
  /** The stated date, or the end of its holder's life or of its body if that is earlier. */
  end_date: string | null
}

export interface BylawsTable extends Imported, FieldsOf<'bylaw'> {
  title_folded: Generated<string>
  number_folded: Generated<string>
  /** See `numberGroups`. */
  number_groups: Generated<string>
  status_folded: string | null
  category_folded: string | null
  /** The stated year, or that of `sort_date`; 0 if unknown. */
  year: Generated<number>
  /** The day on which it was passed, became law or was last dealt with, or its year; empty if unknown. */
  sort_date: Generated<string>
  /** The stated date, or that of the last carried motion that names the by-law; null if it was vetoed. */
  passed_date: string | null
  /** Whether it was vetoed, and the veto stands. */
  is_vetoed: Generated<Flag>
}

export interface MattersTable extends Imported, WithOcdId, FieldsOf<'matter'> {
  status_folded: string | null
  category_folded: string | null
  first_seen: string | null
  /** Empty if unknown, so that unknown dates sort last in descending order on every engine. */
  last_seen: string
  /** When it lapsed: empty if the day is unknown, null if it did not. */
  lapsed_on: string | null
}

/** A sponsor of exactly one matter or by-law. */
export interface SponsorshipsTable extends PartsOf<'matter', 'sponsorships'> {
  id: Generated<number>
  matter_id: number | null
  bylaw_id: number | null
}

export interface MeetingsTable extends Imported, WithOcdId, FieldsOf<'meeting'> {
  /** RFC 3339 with the local UTC offset; null if no time is known. */
  starts_at: string | null
  ends_at: string | null
  /** The last day of several. */
  end_date: string | null
  /** When its date, times, location, title or status last changed. */
  scheduled_at: string
  type_folded: string | null
  has_agenda: Flag
  has_minutes: Flag
  has_transcript: Flag
  /** Whether a motion has votes of people. */
  has_recorded_votes: Generated<Flag>
}

export interface AttendanceTable extends PartsOf<'meeting', 'attendance'> {
  id: Generated<number>
  meeting_id: number
  /** That of the meeting. */
  date: Generated<string>
}

export interface SpeakingTimeTable extends PartsOf<'meeting', 'speaking_time'> {
  id: Generated<number>
  meeting_id: number
}

export interface KeyStatementsTable extends PartsOf<'meeting', 'key_statements'> {
  id: Generated<number>
  slug: string
  meeting_id: number
}

/** A document of exactly one meeting, agenda item, matter or by-law. */
export interface DocumentsTable extends PartsOf<'meeting', 'documents'> {
  id: Generated<number>
  meeting_id: number | null
  agenda_item_id: number | null
  matter_id: number | null
  bylaw_id: number | null
  /** Null without a text. */
  slug: string | null
  municipality_id: number | null
}

export interface DocumentSectionsTable extends ColumnsOf<(typeof section)['fields']> {
  id: Generated<number>
  slug: string
  document_id: number
  /** From 1. */
  position: number
  /** The page of the document that shows it, from 1. */
  page: number
}

export interface AgendaItemsTable extends Imported, FieldsOf<'agenda_item'> {}

/** What a motion is called; see `headingOf`. */
interface HeadingColumns {
  /** Null if nothing in the record's own words names it. */
  title: string | null
  title_from: Generated<TitleSource>
  /** What tells it from another of the same title; a day as `YYYY-MM-DD`. */
  title_tag: string | null
  clause: string | null
  decision: string | null
  question: Question | null
  result_note: 'two_thirds' | null
  /** Whether the text reaches what was decided. */
  text_complete: Generated<Flag>
}

export interface MotionsTable extends Imported, WithOcdId, FieldsOf<'motion'>, HeadingColumns {
  /** The deciding organization, or the one that met; null if it was removed. */
  decided_by_id: number | null
  /** The date of the meeting, or the stated one; empty if neither is known (sorts last). */
  date: string
  result_folded: string | null
  /** What the result says; null if it is neither, or not clear. */
  outcome: Outcome | null
  /** Whether it was on a part of its item only, so that its result is not that of the item. */
  is_on_part: Generated<Flag>
  /** Steps by which what it decided was vetoed, and what came of that, a JSON list (see `parseVetoes`); null if none are on record. */
  vetoes: string | null
  mover_name: string | null
  seconder_name: string | null
  tally_for: number | null
  tally_against: number | null
  tally_abstain: number | null
  tally_absent: number | null
  tally_weighted_for: number | null
  tally_weighted_against: number | null
  vote_basis: VoteBasis | null
  /** Whether somebody voted for and somebody against; null if not counted. */
  contested: Flag | null
  has_votes: Generated<Flag>
  /** Votes counted beyond one for each name; null of weights that the source states in words only. */
  extra_votes: number | null
  /** See `areOddWeights`. */
  has_odd_weights: Generated<Flag>
  /** Votes by name, and those of them that are against, and on the losing side. */
  named_votes: Generated<number>
  named_against: Generated<number>
  named_lost: Generated<number>
}

/** A step of a matter. */
export interface ActionsTable extends Imported, FieldsOf<'action'> {}

/** A declaration of interest as its source has it. */
export interface DeclarationsTable extends Imported, FieldsOf<'declaration'> {}

/** A written decision of the mayor, with what it was linked to by key or number. */
export interface MayoralDecisionsTable extends Imported, FieldsOf<'mayoral_decision'> {
  /** The folded number, after the year of the decision if it has none; null without a number. */
  number_key: string | null
  linked_bylaw_id: Generated<number | null>
  /** The motion to override a veto. */
  linked_motion_id: Generated<number | null>
  /** What became of a veto in council; null if that is not on record. */
  response: Generated<CouncilResponse | null>
}

/** A step that follows from the veto of a by-law among the decisions of the mayor: the veto, or what council did about it. */
export interface VetoStepsTable {
  municipality_id: number
  source: string
  slug: string
  /** Empty if unknown. */
  date: string
  position: number
  description: string
  text: string | null
  /** A JSON list. */
  classification: string
  result: string | null
  /** One of these two. */
  bylaw_id: number | null
  matter_id: number | null
  motion_id: number | null
}

/** A meeting, or an item of one, that was closed to the public. */
export interface ClosedSessionsTable {
  municipality_id: number
  source: string
  slug: string
  /** Empty if unknown. */
  date: string
  /** As written; null if not stated. */
  ground: string | null
  /** The clauses that the ground names, as a JSON list. */
  clauses: string
  /** What was reported in public afterwards, as written. */
  reported: string | null
  organization_id: number | null
  meeting_id: number | null
  agenda_item_id: number | null
  /** The resolution that closed it. */
  motion_id: number | null
}

/** An entry of the register of declared interests: a declaration, or a recusal whose reason says that an interest was declared. */
export interface DeclaredInterestsTable {
  municipality_id: number
  source: string
  slug: string
  /** Empty if unknown. */
  date: string
  /** Exactly one of these two. */
  declaration_id: number | null
  vote_id: number | null
  person_id: number | null
  organization_id: number | null
  meeting_id: number | null
  agenda_item_id: number | null
  matter_id: number | null
}

/** A by-law that exactly one agenda item is about, or one motion passes. */
/** A public meeting or hearing under a planning law: an item of a meeting, or the meeting. */
export interface NoticesTable {
  municipality_id: number
  source: string
  slug: string
  /** That of the meeting. */
  date: string
  kind: NoticeKind
  /** Number of the file or application, as written. */
  file: string | null
  organization_id: number | null
  meeting_id: number
  agenda_item_id: number | null
  matter_id: number | null
  bylaw_id: number | null
}

export interface BylawReferencesTable {
  id: Generated<number>
  bylaw_key: string | null
  bylaw_id: number | null
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

export interface VotesTable extends OfMotion, PartsOf<'motion', 'votes'> {
  id: Generated<number>
  motion_id: number
  /** The name of the person today, or else as written. */
  name_folded: Generated<string>
  /** Whether it is the first vote of its motion with its value, which stands for all of them in lists. */
  is_first: Generated<Flag>
  /** Whether it was against the outcome; null unless for or against a motion that was carried or defeated, as its counts allow. */
  dissent: Flag | null
}

/** A candidate of a motion that is an election. */
export interface CandidatesTable extends PartsOf<'motion', 'candidates'> {
  id: Generated<number>
  motion_id: number
}

/** Where somebody voted who has no seat on a council on record. */
export interface VotingSpansTable {
  municipality_id: number
  person_id: number
  organization_id: number
  /** Null if no vote has a date. */
  first_date: string | null
  last_date: string | null
  /** Votes cast. */
  votes: number
  /** Votes cast on motions without a date. */
  undated: number
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
