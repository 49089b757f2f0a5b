import { isVacantSeat } from '../kit/vocabulary.ts'
import type { ImportRecord } from '../records.ts'

/** Finds the people of a source whose name says that a seat is vacant. */
export class VacantSeats {
  readonly #keys = new Set<string>()

  /** Notes a person who is a vacant seat. Every source lists people before memberships. */
  note(record: ImportRecord): void {
    if (record.kind === 'person' && isVacantSeat(record.name)) this.#keys.add(record.key)
  }

  /** Whether a record is a vacant seat or its membership. */
  has(record: ImportRecord): boolean {
    if (record.kind === 'membership') return this.#keys.has(record.person_key)
    return record.kind === 'person' && this.#keys.has(record.key)
  }
}

/** A record without the vacant seats among its voters, attendees and sponsors. */
export function withoutVacantSeats(record: ImportRecord): ImportRecord {
  if (record.kind === 'motion' && record.votes?.some(isVacant))
    return { ...record, votes: record.votes.filter((vote) => !isVacant(vote)) }
  if (record.kind === 'meeting' && record.attendance?.some(isVacant))
    return { ...record, attendance: record.attendance.filter((row) => !isVacant(row)) }
  if ((record.kind === 'matter' || record.kind === 'bylaw') && record.sponsorships?.some(isVacant))
    return { ...record, sponsorships: record.sponsorships.filter((row) => !isVacant(row)) }
  return record
}

const isVacant = ({ name }: { name: string }) => isVacantSeat(name)
