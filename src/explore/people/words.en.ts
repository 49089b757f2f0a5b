import { plural } from '../../site/plural.ts'

export const peopleWords = {
  members: 'Council members',
  description: (council: string) =>
    `The members of ${council} with their wards: how they voted and which meetings they attended.`,
  sorted: (count: number, shown: string) =>
    `${shown} ${plural(count, 'member', 'members')}, sorted`,
  byWard: 'by ward',
  byName: 'by name',
  seat: (parts: readonly string[]) => parts.join(', '),
  noMembers: 'Not recorded: the source does not say who sits on this council today.',
  former: 'Former members',
  everyone: 'Everyone named in the record',
  everyoneText: 'Members of council and committees, staff, and others whom the minutes name.',
  noOne: 'Not recorded: the record names no one.',
}
