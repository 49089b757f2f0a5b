/** What pages count of a person, in the order of their columns. */
export const totalNames = [
  'votes',
  'attendance',
  'absences',
  'losing',
  'recusals',
  'moved',
] as const
export type TotalName = (typeof totalNames)[number]
