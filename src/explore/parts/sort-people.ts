/** By ward, with its number as a number and people without one first; or by family name, as far as a name shows it. */
export function sortPeople<P extends { name: string; ward?: string | null }>(
  people: readonly P[],
  { by, language }: { by: 'ward' | 'name'; language: string },
): P[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const keysOf = ({ name, ward }: P) => [
    ...(by === 'ward' ? [ward ?? ''] : []),
    name.slice(name.lastIndexOf(' ') + 1),
    name,
  ]
  return people.toSorted((one, other) => {
    const others = keysOf(other)
    return keysOf(one).reduce((order, key, at) => order || compare(key, others[at] ?? ''), 0)
  })
}
