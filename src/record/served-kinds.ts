/** The kinds of records whose changes are served, in the order of a list of changes. */
export const servedKinds = [
  'organization',
  'person',
  'bylaw',
  'matter',
  'meeting',
  'motion',
] as const

export type ServedKind = (typeof servedKinds)[number]
