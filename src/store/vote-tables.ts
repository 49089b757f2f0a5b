import type { Generated } from 'kysely'
import type { Flag, MotionsTable, References } from './record-tables.ts'

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
