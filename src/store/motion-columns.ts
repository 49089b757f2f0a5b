import { countedColumns } from './margins.ts'

/** What names a motion; see `titleOfMotion`. */
export const namingColumns = [
  'motions.kind',
  'motions.identifier',
  'motions.title',
  'motions.title_from',
  'motions.title_tag',
  'motions.text_complete',
] as const

/** What says what became of a motion; see `outcomeOfMotion` and `parseVetoes`. */
export const votedColumns = [
  'motions.result',
  'motions.question',
  'motions.result_note',
  ...countedColumns,
  'motions.vetoes',
] as const
