import type { Tables } from '../../store/tables.ts'
import type { RecordKind } from '../records.ts'

/** Tables whose rows come from records, one for each kind. */
export const tableOf = {
  organization: 'organizations',
  person: 'people',
  membership: 'memberships',
  bylaw: 'bylaws',
  matter: 'matters',
  meeting: 'meetings',
  agenda_item: 'agenda_items',
  motion: 'motions',
} as const satisfies Record<RecordKind, keyof Tables>

export type ImportedTable = (typeof tableOf)[RecordKind]
