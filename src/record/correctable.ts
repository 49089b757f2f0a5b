import type { RecordKind, RecordOf } from './kinds.ts'

/**
 * The fields that an operator can correct, of the kinds that have a page, and of agenda items, which are on that of their
 * meeting: names, titles, dates, results, and which other record one refers to. A vote is none of them.
 */
export const correctable = {
  organization: ['name', 'name_fr', 'founding_date', 'dissolution_date', 'parent_key'],
  person: ['name', 'given_name', 'family_name'],
  bylaw: ['title', 'bylaw_number', 'passed_date', 'enacted_date'],
  matter: ['title', 'identifier', 'bylaw_key'],
  meeting: ['title', 'date', 'end_date', 'location', 'organization_key', 'chair_key'],
  agenda_item: ['title'],
  motion: [
    ...['date', 'identifier', 'result', 'mover_name', 'seconder_name', 'mover_key'],
    ...['seconder_key', 'matter_key', 'agenda_item_key', 'organization_key'],
  ],
} as const satisfies { readonly [K in RecordKind]?: readonly (keyof RecordOf<K>)[] }

export type CorrectableKind = keyof typeof correctable

export const isCorrectable = (kind: RecordKind): kind is CorrectableKind =>
  Object.hasOwn(correctable, kind)
