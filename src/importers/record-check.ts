import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { isCalendarDate } from '../core/calendar-date.ts'
import { type ShapeIssue, toShapeIssues } from './kit/shape-issues.ts'
import { type RecordKind, recordSchemas } from './records.ts'

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
  action: Compile(recordSchemas.action),
} as const

// PostgreSQL cannot store NUL, and an unpaired surrogate is not valid Unicode.
const unstorable = /[\0\p{Surrogate}]/u

/** The validation errors of `value` as a record of this kind, in plain words. */
export function checkRecord(kind: RecordKind, value: unknown): ShapeIssue[] {
  const validator = validators[kind]
  if (!validator.Check(value)) return toShapeIssues(validator.Errors(value), value)
  return isStorable(value) ? [] : unstorableTexts('', value)
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !unstorable.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isStorable)
}

function unstorableTexts(path: string, value: unknown): ShapeIssue[] {
  if (typeof value === 'string') {
    const reason = 'must not contain a NUL character or half of a surrogate pair'
    return unstorable.test(value) ? [{ path, reason }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => unstorableTexts(`${path}/${name}`, part))
}
