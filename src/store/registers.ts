import type { RecordKind } from '../record/kinds.ts'
import type { Tables } from './tables.ts'

export interface RegisterTable {
  /** Its rows are the entries, with `municipality_id`, `source` and a day. */
  table: keyof Tables
  /** The column with the day of an entry; empty or null if unknown. */
  day: string
  /** Only rows that this table refers to by `meeting_id` are entries. */
  with?: 'attendance'
  /** The kinds of records that its entries follow from. */
  from: readonly RecordKind[]
}

/** Where the entries of each register are. */
export const registerTables = {
  declarations: {
    table: 'declared_interests',
    day: 'date',
    from: [
      ...(['declaration', 'motion', 'person', 'organization', 'meeting', 'agenda_item'] as const),
      'matter',
    ],
  },
  'closed-sessions': {
    table: 'closed_sessions',
    day: 'date',
    from: ['motion', 'meeting', 'agenda_item', 'organization'],
  },
  notices: {
    table: 'notices',
    day: 'date',
    from: ['meeting', 'agenda_item', 'matter', 'bylaw', 'organization'],
  },
  attendance: { table: 'meetings', day: 'date', with: 'attendance', from: ['meeting'] },
  'mayoral-decisions': {
    table: 'mayoral_decisions',
    day: 'date',
    from: ['mayoral_decision', 'bylaw', 'matter', 'motion', 'meeting'],
  },
} as const satisfies Readonly<Record<string, RegisterTable>>

export type RegisterName = keyof typeof registerTables
/** Those whose page is a list of the API; the one of attendance is a table of members. */
export type ListedRegister = Exclude<RegisterName, 'attendance'>
export const registerNames = Object.keys(registerTables) as RegisterName[]

/** What an import counts of a register with entries. */
export interface RegisterState {
  count: number
  /** The first day of an entry; null if none has one. */
  since: string | null
  /** Those that its entries come from. */
  sources: string[]
}

export type RegisterStates = Readonly<Partial<Record<RegisterName, RegisterState>>>

export const parseRegisters = (column: string) => JSON.parse(column) as RegisterStates
