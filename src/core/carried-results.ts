/** Results, with folded case, of a motion that was carried. */
export const carriedResults: readonly string[] = [
  'carried',
  'carried as amended',
  'adopted',
  'approved',
  'passed',
  'received and carried',
]
