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
} as const

// PostgreSQL stores no NUL, and half of a surrogate pair is no text at all.
const unstorable = /[\0\p{Surrogate}]/u

/** What keeps `value` from being a record of this kind, in plain words; empty when it is one. */
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
    const reason = 'must hold no NUL character and no half of a surrogate pair'
    return unstorable.test(value) ? [{ path, reason }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => unstorableTexts(`${path}/${name}`, part))
}
