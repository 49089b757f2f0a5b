import type { PersonItem } from '../../resources/people/schema.ts'

/** By ward, with its number as a number and members at large first; or by family name, as far as a name shows it. */
export function sortMembers(
  members: readonly PersonItem[],
  { byName, language }: { byName: boolean; language: string },
): PersonItem[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const keysOf = ({ name, ward }: PersonItem) => [
    ...(byName ? [] : [ward ?? '']),
    name.slice(name.lastIndexOf(' ') + 1),
    name,
  ]
  return members.toSorted((one, other) => {
    const others = keysOf(other)
    return keysOf(one).reduce((order, key, at) => order || compare(key, others[at] ?? ''), 0)
  })
}
