import { foldText } from '../../../core/fold.ts'
import type { OfficeRecord, Person } from '../model.ts'

type Found = { key: string } | { key: null; reason: string }

interface RosterEntry {
  id: number
  name: string
  family: string
}

const suffix = /,? (?:jr|sr|ii|iii|iv)\.?$/

/** Who held an office when, to identify somebody of whom a note gives only the family name. */
export class Roster {
  readonly #people: RosterEntry[] = []
  readonly #offices = new Map<number, OfficeRecord[]>()

  addPerson({ id, name, familyName }: Person): void {
    const [full, family] = [name, familyName ?? ''].map((each) =>
      foldText(each).replace(suffix, ''),
    )
    this.#people.push({ id, name: full ?? '', family: family ?? '' })
  }

  addOffice(office: OfficeRecord): void {
    const { personId } = office
    this.#offices.set(personId, [...(this.#offices.get(personId) ?? []), office])
  }

  /** The one person with this name who held an office on that day, in that body if one of them did. */
  find(written: string, { date, bodyId }: { date: string | null; bodyId: number | null }): Found {
    const name = foldText(written)
    const inOffice = this.#people
      .filter(({ family, name: full }) => family === name || ` ${full}`.endsWith(` ${name}`))
      .map(({ id }) => ({ id, offices: this.#officesOn(date, id) }))
      .filter(({ offices }) => offices.length > 0)
    const inBody = inOffice.filter(({ offices }) =>
      offices.some((office) => office.bodyId === bodyId),
    )
    const [person, ...others] = inBody.length > 0 ? inBody : inOffice
    if (person === undefined) return { key: null, reason: 'held no known office on that day' }
    if (others.length === 0) return { key: String(person.id) }
    return { key: null, reason: `could be any of ${others.length + 1} people` }
  }

  /** ISO dates compare as text. */
  #officesOn(date: string | null, id: number): OfficeRecord[] {
    const offices = this.#offices.get(id) ?? []
    return date === null
      ? []
      : offices.filter(({ start, end }) => (start ?? '') <= date && (end === null || date <= end))
  }
}
