import type { TLocalizedValidationError } from 'typebox/error'
import { webUrlRule } from '../../core/web-url.ts'

/** A validation error in plain words, with the JSON pointer of the invalid value. */
export interface ShapeIssue {
  path: string
  reason: string
}

/** A compiled schema. */
export interface ShapeCheck<T> {
  Check(value: unknown): value is T
  Errors(value: unknown): TLocalizedValidationError[]
}

/** The validation errors of a value, each reason beginning with the name of its field. */
export function namedIssues(check: ShapeCheck<unknown>, value: unknown): ShapeIssue[] {
  return toShapeIssues(check.Errors(value), value).map(({ path, reason }) => ({
    path,
    reason: `${path.slice(1).replaceAll('/', '.')} ${reason}`.trim(),
  }))
}

/** Turns a validator's errors into one plain sentence per JSON pointer. */
export function toShapeIssues(errors: TLocalizedValidationError[], value: unknown): ShapeIssue[] {
  const errorsByPath = new Map<string, TLocalizedValidationError[]>()
  for (const error of errors) {
    const siblings = errorsByPath.get(error.instancePath)
    if (siblings === undefined) errorsByPath.set(error.instancePath, [error])
    else siblings.push(error)
  }
  const issues = [...errorsByPath].flatMap(([path, siblings]) =>
    issuesAt(path, siblings, valueAt(value, path)),
  )
  return issues.filter((issue, index) => issues.findIndex((other) => same(other, issue)) === index)
}

function issuesAt(path: string, errors: TLocalizedValidationError[], value: unknown): ShapeIssue[] {
  const issues: ShapeIssue[] = []
  for (const error of errors) {
    if (error.keyword === 'required') {
      for (const name of error.params.requiredProperties) {
        issues.push({ path: `${path}/${name}`, reason: 'is missing' })
      }
    }
    // TypeBox reports an undeclared field twice, the second time as a `false` schema.
    if (error.keyword === 'boolean') issues.push({ path, reason: unknownField })
  }
  const reason = mainReason(errors)
  if (reason === undefined) return issues
  return [...issues, { path, reason: `${reason}${orNull(errors)}; found ${shown(value)}` }]
}

export const unknownField = 'is not a known field'

const silentKeywords = ['required', 'boolean', 'additionalProperties', 'anyOf']

function mainReason(errors: TLocalizedValidationError[]): string | undefined {
  const telling = errors.filter(
    (error) => !silentKeywords.includes(error.keyword) && !isNull(error),
  )
  const allowed = telling.flatMap((error) => {
    if (error.keyword === 'enum') return error.params.allowedValues
    return error.keyword === 'const' ? [error.params.allowedValue] : []
  })
  if (allowed.length > 0)
    return `must be ${allowed.map((value) => JSON.stringify(value)).join(' or ')}`
  const first = telling[0]
  return first === undefined ? undefined : reasonOf(first)
}

function reasonOf(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${[error.params.type].flat().map(typeInWords).join(' or ')}`
    case 'minLength':
      return error.params.limit === 1
        ? 'must not be empty'
        : `must have at least ${error.params.limit} characters`
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`
    case 'minimum':
      return `must be ${error.params.limit} or more`
    case 'maximum':
      return `must be ${error.params.limit} or less`
    case 'format':
      return error.params.format === 'web-url'
        ? webUrlRule
        : 'must be a real date written YYYY-MM-DD'
    case 'pattern':
      return patternInWords(String(error.params.pattern))
    default:
      return error.message
  }
}

const typeWords: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

function typeInWords(type: string): string {
  return typeWords[type] ?? type
}

function patternInWords(pattern: string): string {
  if (pattern === '\\S') return 'must not be blank'
  if (pattern.startsWith('^https?:')) return webUrlRule
  if (pattern.startsWith('^([01][0-9]|2[0-3])'))
    return 'must be a time HH:MM, without seconds, from 00:00 to 23:59'
  if (pattern.endsWith('Z$')) return 'must be a time in UTC such as 2026-05-12T19:30:00Z'
  return `must match ${pattern}`
}

function isNull(error: TLocalizedValidationError): boolean {
  return error.keyword === 'type' && [error.params.type].flat().includes('null')
}

function orNull(errors: TLocalizedValidationError[]): string {
  return errors.some(isNull) && !errors.every(isNull) ? ' or null' : ''
}

/** A value on one short line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

function valueAt(value: unknown, path: string): unknown {
  let found = value
  for (const step of path.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return found
}

function same(left: ShapeIssue, right: ShapeIssue): boolean {
  return left.path === right.path && left.reason === right.reason
}
