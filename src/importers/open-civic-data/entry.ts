import { isCalendarDate, utcDate } from '../../core/calendar-date.ts'
import type { Clock } from '../../core/clock.ts'
import { toUrl } from '../../core/web-url.ts'
import type { ImportRecord, RecordKind } from '../../record/kinds.ts'
import type { DocumentPart } from '../../record/parts.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { MeetingStates } from '../kit/meeting-state.ts'
import type { SourceItem } from '../source.ts'
import type { DocumentLinks, Reference } from './schema.ts'

export type ReferredKind = 'organization' | 'person' | 'post' | 'bill' | 'event' | 'vote'

/** Resolves an id or a pseudo-id of pupa to a key, or to the reason why it has none. */
export type FindKey = (
  kind: ReferredKind,
  reference: string,
) => { key: string } | { reason: string }

/** The position of a vote on an agenda. */
interface AgendaSlot {
  meetingKey: string
  itemKey: string
  position: number
}

/** Shared by the entities of one source. */
export interface Mapping {
  findKey: FindKey
  /** The keys of the source's organizations; seats in others are skipped. */
  bodies: ReadonlySet<string>
  /** The time zone for timestamps in UTC; null if unknown. */
  timeZone: string | null
  today: string
  /** Whether texts must be cleaned of markup and spaces. */
  isRaw: boolean
  /** Whether the source is Reeve, where the option excused means Recused. */
  isReeve: boolean
  /** Positions on agendas, by the key of the vote. */
  agendaSlots: Map<string, AgendaSlot>
  /** The number of votes so far, by meeting. */
  voteCounts: Map<string, number>
  states: MeetingStates
}

export type Setting = Pick<Mapping, 'timeZone'> & { clock: Clock }

export function newMapping(
  findKey: FindKey,
  { clock, ...how }: Setting & Pick<Mapping, 'isRaw' | 'isReeve'>,
): Mapping {
  return {
    findKey,
    bodies: new Set(),
    ...how,
    today: utcDate(clock.now()),
    agendaSlots: new Map(),
    voteCounts: new Map(),
    states: new MeetingStates(),
  }
}

/** One entity that is being mapped to records, with its warnings. */
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

  /** A record at a JSON pointer of this entity. */
  record(record: ImportRecord, pointer = ''): SourceItem {
    return { type: 'record', record, location: this.#at(pointer) }
  }

  toError(reason: string): SourceItem {
    return { type: 'error', location: this.#where, subject: this.#subject, reason }
  }

  get location(): string {
    return this.#where
  }

  /** The warnings, once the entity is mapped. */
  warnings(): SourceItem[] {
    return this.#diagnostics.drain()
  }

  warn(pointer: string, reason: string): void {
    const location = this.#at(pointer)
    this.#diagnostics.addWarning({ location, subject: this.#subject, reason })
  }

  /** A warning that no record is made of this entity. */
  omit(kind: RecordKind, pointer: string, reason: string): void {
    const omitted = { kind, key: this.key }
    const location = this.#at(pointer)
    this.#diagnostics.addWarning({ location, subject: this.#subject, reason, omitted })
  }

  /** The key of the first reference that is given; null, with a warning, if it cannot be resolved. */
  keyOf(kind: ReferredKind, pointer: string, ...references: Reference[]): string | null {
    const reference = references.map(idOf).find((id) => id !== null) ?? null
    if (reference === null) return null
    const found = this.mapping.findKey(kind, reference)
    if ('key' in found) return found.key
    this.warn(pointer, found.reason)
    return null
  }

  /** The first text that is not blank, on one line. */
  line(...texts: (string | null | undefined)[]): string | null {
    return this.#first(texts, cleanLine)
  }

  /** Like `line`, with line breaks. */
  text(...texts: (string | null | undefined)[]): string | null {
    return this.#first(texts, cleanText)
  }

  /** A date; null, with a warning, if it is only a year or a month. */
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

export function idOf(reference: Reference): string | null {
  const id = typeof reference === 'object' ? reference?.id : reference
  return id === undefined || id === null || id.trim() === '' ? null : id.trim()
}

/** The first http(s) URL of a list of links. */
export function firstUrl(links: { url?: string | null }[] | null | undefined): string | null {
  return links?.map(({ url }) => toUrl(url)).find((url) => url !== null) ?? null
}

/** Published files, one document per URL. `kind` is the default type. */
export function toDocuments(
  entry: Entry,
  field: string,
  published: DocumentLinks,
  kind: string | null = null,
): DocumentPart[] {
  return (published ?? []).flatMap((file, index) => {
    const { note, date, classification, url, links, extras } = file
    const written = typeof extras?.type === 'string' ? extras.type : null
    const urls = [url, ...(links ?? []).map((link) => link.url)].flatMap((one) => toUrl(one) ?? [])
    const type = entry.line(written, classification) ?? kind
    const title = entry.line(note, type) ?? urls[0]
    if (title === undefined) return []
    const document = { title, type, date: entry.day(`${field}/${index}/date`, date) }
    return urls.length === 0 ? [document] : urls.map((href) => ({ ...document, url: href }))
  })
}
