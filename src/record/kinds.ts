import { type DeclarationRecord, declaration } from './declarations.ts'
import {
  type ActionRecord,
  action,
  type BylawRecord,
  bylaw,
  type MatterRecord,
  matter,
} from './matters.ts'
import { type MayoralDecisionRecord, mayoralDecision } from './mayoral-decisions.ts'
import { type AgendaItemRecord, agendaItem, type MeetingRecord, meeting } from './meetings.ts'
import { type MotionRecord, motion } from './motions.ts'
import {
  type MembershipRecord,
  membership,
  type OrganizationRecord,
  organization,
  type PersonRecord,
  person,
} from './people.ts'

/** Every kind of record in loading order: a kind refers only to itself and earlier kinds. */
export const kinds = {
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
} as const

export type Kinds = typeof kinds
export type RecordKind = keyof Kinds
export const recordKindNames = Object.keys(kinds) as RecordKind[]

/** A table, because the compiler takes seconds to compare two uses of a generic `Static`. */
interface Records {
  organization: OrganizationRecord
  person: PersonRecord
  membership: MembershipRecord
  bylaw: BylawRecord
  matter: MatterRecord
  meeting: MeetingRecord
  agenda_item: AgendaItemRecord
  motion: MotionRecord
  action: ActionRecord
  declaration: DeclarationRecord
  mayoral_decision: MayoralDecisionRecord
}
export type RecordOf<K extends RecordKind> = Records[K]
export type ImportRecord = Records[RecordKind]

/** As in reports and file names of bundles. */
export const pluralOf = Object.fromEntries(
  Object.entries(kinds).map(([kind, { plural }]) => [kind, plural]),
) as Readonly<Record<RecordKind, string>>
