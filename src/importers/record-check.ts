import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { isCalendarDate } from '../core/calendar-date.ts'
import { type RecordKind, recordSchemas } from './records.ts'
import { type ShapeFault, toShapeFaults } from './shape-faults.ts'

Format.Set('calendar-date', isCalendarDate)

const validators = {
  organization: Compile(recordSchemas.organization),
  person: Compile(recordSchemas.person),
  membership: Compile(recordSchemas.membership),
  bylaw: Compile(recordSchemas.bylaw),
  matter: Compile(recordSchemas.matter),
  meeting: Compile(recordSchemas.meeting),
  agenda_item: Compile(recordSchemas.agenda_item),
  motion: Compile(recordSchemas.motion),
} as const

/** What keeps `value` from being a record of this kind, in plain words; empty when it is one. */
export function checkRecord(kind: RecordKind, value: unknown): ShapeFault[] {
  const validator = validators[kind]
  return validator.Check(value) ? [] : toShapeFaults(validator.Errors(value), value)
}
