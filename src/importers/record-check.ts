import { Compile } from 'typebox/compile'
import { contactIssue } from '../core/web-url.ts'
import { type ImportRecord, kinds, pluralOf, type RecordKind } from '../record/kinds.ts'
import { fitRecord, unstorable, withDocumentsOnce } from './kit/odd-records.ts'
import { type ShapeIssue, shown, toShapeIssues, unknownField } from './kit/shape-issues.ts'
import type { OpenedSource, SourceItem } from './source.ts'

const validators = {
  organization: Compile(kinds.organization.schema),
  person: Compile(kinds.person.schema),
  membership: Compile(kinds.membership.schema),
  bylaw: Compile(kinds.bylaw.schema),
  matter: Compile(kinds.matter.schema),
  meeting: Compile(kinds.meeting.schema),
  agenda_item: Compile(kinds.agenda_item.schema),
  motion: Compile(kinds.motion.schema),
  action: Compile(kinds.action.schema),
  declaration: Compile(kinds.declaration.schema),
  mayoral_decision: Compile(kinds.mayoral_decision.schema),
} as const

interface CheckedItem {
  /** Undefined if the record rejects the import or is omitted. */
  record?: ImportRecord
  diagnostics: Exclude<SourceItem, { type: 'record' }>[]
}

/** A valid record, or what is wrong with it: errors, or the warnings of decision 94 if no one here can edit the source. */
export function checkItem(
  item: SourceItem & { type: 'record' },
  { isThirdParty }: Pick<OpenedSource, 'isThirdParty'>,
): CheckedItem {
  const { location, record } = item
  const { kind, key } = (record ?? {}) as { kind?: unknown; key?: unknown }
  const subject = `${typeof kind === 'string' ? kind : 'record'} ${typeof key === 'string' ? key : 'without a key'}`
  if (typeof kind !== 'string' || !Object.hasOwn(pluralOf, kind)) {
    const reason = `"kind" must be one of ${Object.keys(pluralOf).join(', ')}`
    return { diagnostics: [{ type: 'error', location, subject, reason }] }
  }
  const issues = checkRecord(kind as RecordKind, record)
  if (isThirdParty === true && issues.length > 0) return fitItem(item, kind as RecordKind, subject)
  if (issues.length === 0) {
    const valid = record as ImportRecord
    return { record: isThirdParty === true ? withDocumentsOnce(valid) : valid, diagnostics: [] }
  }
  return {
    diagnostics: issues.map(({ path, reason }) => ({
      type: 'error',
      location,
      subject,
      reason: `${path}: ${reason}`,
    })),
  }
}

function fitItem(
  { location, record: odd }: SourceItem & { type: 'record' },
  kind: RecordKind,
  subject: string,
): CheckedItem {
  const { record, reasons } = fitRecord(kinds[kind].schema, odd)
  const warning = { type: 'warning', location, subject } as const
  const issues = record === undefined ? [] : checkRecord(kind, record)
  for (const { path, reason } of issues) reasons.push(`${path}: ${reason}`)
  if (record !== undefined && issues.length === 0)
    return {
      record: withDocumentsOnce(record as unknown as ImportRecord),
      diagnostics: reasons.map((reason) => ({ ...warning, reason })),
    }
  const { key } = odd as { key?: unknown }
  const omitted = { kind, key: typeof key === 'string' ? key : '' }
  const isUnreadMotion = kind === 'motion'
  const reason = `${reasons.join('; ')}; the ${kind.replace('_', ' ')} is omitted`
  return { diagnostics: [{ ...warning, reason, omitted, isUnreadMotion }] }
}

/** The validation errors of `value` as a record of this kind, in plain words. */
export function checkRecord(kind: RecordKind, value: unknown): ShapeIssue[] {
  const validator = validators[kind]
  if (!validator.Check(value))
    return toShapeIssues(validator.Errors(value), value).map((issue) => withSuggestion(kind, issue))
  return [...contactIssues(value), ...(isStorable(value) ? [] : unstorableTexts('', value))]
}

/** Links and e-mail addresses, which the schema cannot tell from other contact details. */
function contactIssues(record: ImportRecord): ShapeIssue[] {
  const contacts = 'contact_details' in record ? (record.contact_details ?? []) : []
  return contacts.flatMap((contact, index) => {
    const reason = contactIssue(contact)
    const path = `/contact_details/${index}/value`
    return reason === null ? [] : [{ path, reason: `${reason}; found ${shown(contact.value)}` }]
  })
}

/** The part of a JSON Schema that names fields. */
interface Fields {
  properties?: Record<string, Fields>
  items?: Fields
  anyOf?: Fields[]
}

function withSuggestion(kind: RecordKind, issue: ShapeIssue): ShapeIssue {
  if (issue.reason !== unknownField) return issue
  const steps = issue.path.split('/').slice(1)
  const written = bare(steps.pop() ?? '')
  const similar = namesAt(kinds[kind].schema as Fields, steps).filter(
    (name) => bare(name).startsWith(written) || written.startsWith(bare(name)),
  )
  if (written === '' || similar.length === 0) return issue
  const names = similar.map((name) => JSON.stringify(name)).join(' or ')
  return { ...issue, reason: `${unknownField}; did you mean ${names}?` }
}

const bare = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** The names of the fields at a path. */
function namesAt(schema: Fields, [step, ...rest]: readonly string[]): string[] {
  const inner = schema.anyOf?.find(({ properties, items }) => properties ?? items) ?? schema
  if (step === undefined) return Object.keys(inner.properties ?? {})
  const next = inner.items ?? inner.properties?.[step]
  return next === undefined ? [] : namesAt(next, rest)
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.search(unstorable) < 0
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isStorable)
}

function unstorableTexts(path: string, value: unknown): ShapeIssue[] {
  if (typeof value === 'string') {
    const reason = 'must not contain a NUL character or half of a surrogate pair'
    return value.search(unstorable) < 0 ? [] : [{ path, reason }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => unstorableTexts(`${path}/${name}`, part))
}
