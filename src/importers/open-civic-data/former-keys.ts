import { naturalKey } from '../kit/natural-keys.ts'
import { keyOfFile } from './folder-index.ts'
import type { Person } from './schema.ts'

/** Which of these keys of people are stored. */
export type StoredPeople = (keys: readonly string[]) => Promise<ReadonlySet<string>>

export function keyOfPerson(person: Person): string {
  return keyOfFile(person, person.name, person.birth_date)
}

/** The keys that a person had without a birth date, or by another name; none if an id identifies the person. */
export function formerKeys(person: Person): string[] {
  const { name, birth_date: birth, other_names: others } = person
  const key = keyOfPerson(person)
  if (key !== naturalKey(name, birth)) return []
  const names = [name, ...(others ?? []).map((other) => other.name)]
  const keys = names.flatMap((one) => [naturalKey(one, birth), naturalKey(one, '')])
  return [...new Set(keys)].filter((former) => former !== key)
}

/** The stored key of each person who is stored only under one former key, which no one else in the folder has or had. */
export async function keysInStore(
  identities: ReadonlyMap<string, readonly string[]>,
  storedPeople: StoredPeople,
): Promise<Map<string, string>> {
  const renamed = [...identities].filter(([, former]) => former.length > 0)
  if (renamed.length === 0) return new Map()
  const stored = await storedPeople(renamed.flatMap(([key, former]) => [key, ...former]))
  const found = renamed.flatMap(([key, former]) => {
    const [candidate, ...more] = former.filter((one) => stored.has(one) && !identities.has(one))
    const isOne = candidate !== undefined && more.length === 0 && !stored.has(key)
    return isOne ? [[key, candidate] as const] : []
  })
  const claims = new Map<string, number>()
  for (const [, candidate] of found) claims.set(candidate, (claims.get(candidate) ?? 0) + 1)
  return new Map(found.filter(([, candidate]) => claims.get(candidate) === 1))
}
