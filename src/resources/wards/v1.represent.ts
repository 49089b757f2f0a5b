import { wardDivisionId } from '../../core/ocd-id.ts'
import { seatNoun, wardNumber } from '../../core/ward-name.ts'
import type { WardRow } from './queries.ts'
import type { WardItem } from './schema.ts'

export function toWardItem({ name, postal_codes, division, people }: WardRow): WardItem {
  const number = wardNumber(name) ?? null
  const noun = seatNoun([name, ...people.map(({ label }) => label)])
  return {
    ...{ name, number },
    division_id: number === null ? null : wardDivisionId(division, noun, number),
    postal_codes: JSON.parse(postal_codes) as string[],
    people: people.map((person) => ({ slug: person.slug, name: person.name })),
  }
}
