import { foldText } from '../../../core/fold.ts'
import { groupBy } from '../../../core/group-by.ts'
import type { OfficeRecord, Person } from '../model.ts'

type Found = { key: string } | { key: null; reason: string }

/** Who held an office when, to identify somebody of whom a note gives only the family name. */
export class Roster {
  readonly #people: { key: string; name: string; family: string }[] = []
  readonly #offices: OfficeRecord[] = []

  addPerson({ id, name, familyName }: Person): void {
    const person = { key: String(id), name: foldText(name), family: foldText(familyName ?? '') }
    this.#people.push(person)
  }

  addOffice(office: OfficeRecord): void {
    this.#offices.push(office)
  }

  /** The one person with this name who held an office on that day, in that body if one of them did. */
  find(written: string, { date, bodyId }: { date: string | null; bodyId: number | null }): Found {
    const name = foldText(written)
    const namesakes = this.#people.filter(
      (person) =>
        person.name === name || person.family === name || person.name.endsWith(` ${name}`),
    )
    const offices = groupBy(
      this.#offices.filter((office) => isHeld(office, date)),
      ({ personId }) => String(personId),
    )
    const inOffice = namesakes.filter(({ key }) => offices(key).length > 0)
    const inBody = inOffice.filter(({ key }) =>
      offices(key).some((office) => office.bodyId === bodyId),
    )
    const [person, ...others] = inBody.length > 0 ? inBody : inOffice
    if (person === undefined) return { key: null, reason: 'held no known office on that day' }
    if (others.length === 0) return { key: person.key }
    return { key: null, reason: `could be any of ${others.length + 1} people` }
  }
}

// ISO dates compare as text.
function isHeld({ start, end }: OfficeRecord, date: string | null): boolean {
  return date !== null && (start ?? '') <= date && (end === null || date <= end)
}
