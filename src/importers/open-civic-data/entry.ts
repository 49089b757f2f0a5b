import { isCalendarDate } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import type { ImportRecord } from '../records.ts'
import type { SourceItem } from '../source.ts'
import type { Reference } from './schema.ts'

/** What entities refer to. */
export type ReferredKind = 'organization' | 'person' | 'post' | 'bill' | 'event' | 'vote'

/** Finds the key of what an id, or pupa's pseudo-id, stands for; or says why there is none. */
export type FindKey = (
  kind: ReferredKind,
  reference: string,
) => { key: string } | { reason: string }

/** Where a vote stands on an agenda, by the key of the vote. */
interface AgendaSlot {
  meetingKey: string
  itemKey: string
  position: number
}

/** What the entities of one source share while they are mapped. */
export interface Mapping {
  findKey: FindKey
  /** The keys of the organizations that the source lists: nobody can have a seat in another. */
  bodies: ReadonlySet<string>
  /** The zone in which moments are meant that are written in UTC; null where it is not known. */
  timeZone: string | null
  /** The day on which the source is read. */
  today: string
  /** Whether texts are as they were published, spaces, markup and all; otherwise they stay as they are. */
  isRaw: boolean
  /** Whether the source is another Reeve, whose option excused stands for Recused. */
  isReeve: boolean
  /** The votes that agendas name. */
  agendaSlots: Map<string, AgendaSlot>
  /** How many votes each meeting has had. */
  voteCounts: Map<string, number>
}

/** What a mapping needs to know of when and where. */
export type Setting = Pick<Mapping, 'timeZone'> & { clock: Clock }

/** The mapping of a source that is read today. */
export function newMapping(
  findKey: FindKey,
  { clock, ...how }: Setting & Pick<Mapping, 'isRaw' | 'isReeve'>,
): Mapping {
  return {
    findKey,
    bodies: new Set(),
    ...how,
    today: new Date(clock.now()).toISOString().slice(0, 10),
    agendaSlots: new Map(),
    voteCounts: new Map(),
  }
}

/** One entity on its way to records: what it refers to, and what of it could not be taken over. */
export class Entry {
  readonly mapping: Mapping
  readonly key: string
  readonly #where: string
  readonly #subject: string
  readonly #diagnostics = new Diagnostics()

  constructor(mapping: Mapping, found: { key: string; location: string; subject: string }) {
    this.mapping = mapping
    this.key = found.key
    this.#where = found.location
    this.#subject = `${found.subject} ${found.key}`
  }

  /** A record that stands at a JSON pointer of this entity. */
  record(record: ImportRecord, pointer = ''): SourceItem {
    return { type: 'record', record, location: this.#at(pointer) }
  }

  /** What refuses the import. */
  toError(reason: string): SourceItem {
    return { type: 'error', location: this.#where, subject: this.#subject, reason }
  }

  /** Everything that was noted, once the entity is mapped. */
  warnings(): SourceItem[] {
    return this.#diagnostics.drain()
  }

  warn(pointer: string, reason: string): void {
    const location = this.#at(pointer)
    this.#diagnostics.addWarning({ location, subject: this.#subject, reason })
  }

  /** The key that the first given reference stands for; null, and noted, where it stands for nothing. */
  keyOf(kind: ReferredKind, pointer: string, ...references: Reference[]): string | null {
    const reference = references.map(idOf).find((id) => id !== null) ?? null
    if (reference === null) return null
    const found = this.mapping.findKey(kind, reference)
    if ('key' in found) return found.key
    this.warn(pointer, found.reason)
    return null
  }

  /** The first of several texts that says anything, on one line: a name, a title, a word. */
  line(...texts: (string | null | undefined)[]): string | null {
    return this.#first(texts, cleanLine)
  }

  /** The same for texts of several lines. */
  text(...texts: (string | null | undefined)[]): string | null {
    return this.#first(texts, cleanText)
  }

  /** A day; null, and noted, where the date is less exact than that. */
  day(field: string, date: string | null | undefined): string | null {
    const text = date?.trim() ?? ''
    if (text === '') return null
    const day = text.slice(0, 10)
    if (isCalendarDate(day)) return day
    this.warn(`/${field}`, `${field} ${JSON.stringify(text)} is not a date; skipped`)
    return null
  }

  #first(texts: (string | null | undefined)[], clean: typeof cleanLine): string | null {
    for (const text of texts) {
      const cleaned = this.mapping.isRaw ? clean(text) : text
      if (cleaned?.trim()) return cleaned
    }
    return null
  }

  #at(pointer: string): string {
    return pointer === '' ? this.#where : `${this.#where}#${pointer}`
  }
}

/** The id in a reference, however it is written. */
export function idOf(reference: Reference): string | null {
  const id = typeof reference === 'object' ? reference?.id : reference
  return id === undefined || id === null || id.trim() === '' ? null : id.trim()
}
