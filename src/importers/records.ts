import { type Static, Type } from 'typebox'
import { nullable, object, Url } from './kit/schema.ts'
import { ActionRecord, BylawRecord, MatterRecord } from './records/matters.ts'
import { AgendaItemRecord, MeetingRecord } from './records/meetings.ts'
import { MotionRecord } from './records/motions.ts'
import { MembershipRecord, OrganizationRecord, PersonRecord } from './records/people.ts'
import { Name, Word } from './records/record-schema.ts'

/** Every kind of record in loading order: a kind refers only to itself and earlier kinds. */
export const recordSchemas = {
  organization: OrganizationRecord,
  person: PersonRecord,
  membership: MembershipRecord,
  bylaw: BylawRecord,
  matter: MatterRecord,
  meeting: MeetingRecord,
  agenda_item: AgendaItemRecord,
  motion: MotionRecord,
  action: ActionRecord,
} as const

export type RecordKind = keyof typeof recordSchemas
export const recordKindNames = Object.keys(recordSchemas) as RecordKind[]
/** A table, because the compiler takes seconds to compare two uses of a generic `Static`. */
type Records = { [K in RecordKind]: Static<(typeof recordSchemas)[K]> }
export type RecordOf<K extends RecordKind> = Records[K]
export type ImportRecord = Records[RecordKind]

/** The plural of each kind, as in reports and file names of bundles. */
export const pluralOf: Record<RecordKind, string> = {
  organization: 'organizations',
  person: 'people',
  membership: 'memberships',
  bylaw: 'bylaws',
  matter: 'matters',
  meeting: 'meetings',
  agenda_item: 'agenda_items',
  motion: 'motions',
  action: 'actions',
}

/** The council itself, as the source describes it; required only to create a municipality. */
export const MunicipalityPart = object({
  name: Name,
  division_id: Type.String({
    pattern: '^ocd-division/country:[a-z]{2}(/[a-z_]+:[A-Za-z0-9_.~-]+)*$',
  }),
  time_zone: Word,
  url: nullable(Url),
})
export type MunicipalityPart = Static<typeof MunicipalityPart>
