import { recordKinds } from '../../store/record-kinds.ts'
import { type ImportRecord, type RecordKind, recordSchemas } from '../records.ts'

/** A reference by key, and the field in which it stands. */
export interface Reference {
  field: string
  kind: RecordKind
  key: string
  /** Whether the record is nothing without it. */
  isRequired: boolean
}

/** The field that refers to the record's own kind: what it names may come later in the source, and is linked at the end. */
export const parentField = 'parent_key'

/** What kind of record every other field refers to. */
const kindOfField: Record<string, RecordKind> = Object.fromEntries(
  Object.values(recordKinds)
    .flatMap(({ references }) => Object.entries(references))
    .map(([column, kind]) => [column.replace(/_id$/, '_key'), kind])
    .filter(([field]) => field !== parentField),
)

/** Every reference of a record and of its parts. */
export function referencesOf(record: ImportRecord): Reference[] {
  const { required } = recordSchemas[record.kind]
  return Object.entries(record).flatMap(([field, content]) =>
    field === parentField && typeof content === 'string'
      ? [{ field, kind: record.kind, key: content, isRequired: false }]
      : referencesIn(field, content, (required as readonly string[]).includes(field)),
  )
}

function referencesIn(field: string, content: unknown, isRequired: boolean): Reference[] {
  if (Array.isArray(content)) return content.flatMap((part) => referencesIn(field, part, false))
  if (typeof content === 'object' && content !== null) {
    return Object.entries(content).flatMap(([name, part]) => referencesIn(name, part, false))
  }
  const kind = kindOfField[field]
  return kind !== undefined && typeof content === 'string'
    ? [{ field, kind, key: content, isRequired }]
    : []
}
