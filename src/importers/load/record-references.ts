import type { ImportRecord, RecordKind } from '../records.ts'

/** A reference by key. `parent_key` is none of these: it is of the record's own kind, and linked at the end. */
export interface Reference {
  kind: RecordKind
  key: string
}

const kindOfField: Record<string, RecordKind> = {
  person_key: 'person',
  chair_key: 'person',
  mover_key: 'person',
  seconder_key: 'person',
  organization_key: 'organization',
  bylaw_key: 'bylaw',
  matter_key: 'matter',
  meeting_key: 'meeting',
  agenda_item_key: 'agenda_item',
}

/** Every reference of a record and of its parts. */
export function referencesOf(record: ImportRecord): Reference[] {
  return Object.entries(record).flatMap(([field, content]) => referencesIn(field, content))
}

function referencesIn(field: string, content: unknown): Reference[] {
  if (Array.isArray(content)) return content.flatMap((part) => referencesIn(field, part))
  if (typeof content === 'object' && content !== null) {
    return Object.entries(content).flatMap(([name, part]) => referencesIn(name, part))
  }
  const kind = kindOfField[field]
  return kind !== undefined && typeof content === 'string' ? [{ kind, key: content }] : []
}
