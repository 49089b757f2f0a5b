import {
  keyColumn,
  type ReferenceColumn,
  recordKinds,
  referenceColumns,
} from '../../store/record-kinds.ts'
import { type ImportRecord, type RecordKind, recordSchemas } from '../records.ts'

/** A reference by key, and its field. */
export interface Reference {
  field: string
  kind: RecordKind
  key: string
}

/** The field that refers to the record's own kind. Its target may come later in the source, so it is linked at the end. */
export const parentField = 'parent_key'

/** The kind that each other field refers to, or each key of a list. */
const kindOfField: Record<string, RecordKind> = {
  ...Object.fromEntries(
    referenceColumns
      .map(({ column, target }) => [keyColumn(column), target])
      .filter(([field]) => field !== parentField),
  ),
  bylaw_keys: 'bylaw',
}

/** Every reference of a record and of its parts, but that to a parent. */
export function referencesOf(record: ImportRecord): Reference[] {
  const found: Reference[] = []
  for (const [field, content] of Object.entries(record)) collect(field, content, found)
  return found
}

function collect(field: string, content: unknown, found: Reference[]): void {
  if (typeof content === 'string') {
    const kind = kindOfField[field]
    if (kind !== undefined) found.push({ field, kind, key: content })
  } else if (Array.isArray(content)) {
    for (const part of content) collect(field, part, found)
  } else if (typeof content === 'object' && content !== null) {
    for (const name in content) collect(name, content[name as keyof object], found)
  }
}

/** Whether a record is invalid without a reference. */
export function isRequired({ kind, table, column }: ReferenceColumn): boolean {
  const required: readonly string[] = recordSchemas[kind].required
  return table === recordKinds[kind].table && required.includes(keyColumn(column))
}
