import { recordKinds } from '../../store/record-kinds.ts'
import { type ImportRecord, type RecordKind, recordSchemas } from '../records.ts'

/** A reference by key, and its field. */
export interface Reference {
  field: string
  kind: RecordKind
  key: string
  /** Whether the record is invalid without it. */
  isRequired: boolean
}

/** The field that refers to the record's own kind. Its target may come later in the source, so it is linked at the end. */
export const parentField = 'parent_key'

/** The kind that each other field refers to. */
const kindOfField: Record<string, RecordKind> = Object.fromEntries(
  Object.values(recordKinds)
    .flatMap(({ references }) => Object.entries(references))
    .map(([column, kind]) => [column.replace(/_id$/, '_key'), kind])
    .filter(([field]) => field !== parentField),
)

/** Every reference of a record and of its parts. */
export function referencesOf(record: ImportRecord): Reference[] {
  const { required } = recordSchemas[record.kind]
  const found: Reference[] = []
  for (const [field, content] of Object.entries(record)) {
    const isRequired = (required as readonly string[]).includes(field)
    if (field !== parentField) collect(field, content, isRequired, found)
    else if (typeof content === 'string')
      found.push({ field, kind: record.kind, key: content, isRequired: false })
  }
  return found
}

function collect(field: string, content: unknown, isRequired: boolean, found: Reference[]): void {
  if (typeof content === 'string') {
    const kind = kindOfField[field]
    if (kind !== undefined) found.push({ field, kind, key: content, isRequired })
  } else if (Array.isArray(content)) {
    for (const part of content) collect(field, part, false, found)
  } else if (typeof content === 'object' && content !== null) {
    for (const name in content) collect(name, content[name as keyof object], false, found)
  }
}
