import { expect } from 'vitest'

type Check = 'string' | 'integer' | 'boolean' | 'number' | 'array' | 'object' | 'date' | 'moment'

/** The type of a field; with `?` it can be null. */
type FieldCheck = Check | `${Check}?`
export type FieldChecks = Record<string, FieldCheck>

/** The timestamps of every OCD record. */
export const ocdStamps = { created_at: 'moment', updated_at: 'moment' } as const

const tests: Record<Check, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  moment: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value),
}

/** Asserts that the value has exactly these fields, each of its type. */
export function expectFields(value: unknown, fields: FieldChecks): void {
  expect(tests.object(value), JSON.stringify(value)).toBe(true)
  const given = value as Record<string, unknown>
  expect(Object.keys(given).sort()).toEqual(Object.keys(fields).sort())
  const wrong = Object.entries(fields).filter(([name, check]) => !holds(given[name], check))
  expect(wrong, JSON.stringify(given)).toEqual([])
}

function holds(value: unknown, check: FieldCheck): boolean {
  if (!check.endsWith('?')) return tests[check as Check](value)
  return value === null || tests[check.slice(0, -1) as Check](value)
}

/** Asserts that a list is not empty, and that every element has these fields. */
export function expectAll(values: readonly unknown[], fields: FieldChecks): void {
  expect(values.length).toBeGreaterThan(0)
  for (const value of values) expectFields(value, fields)
}
