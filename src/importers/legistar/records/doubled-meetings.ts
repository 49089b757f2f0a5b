import { foldText } from '../../../core/fold.ts'
import type { Event, EventItem } from '../model.ts'
import { isDecided } from './motions.ts'

/** A meeting that has the record of what took place. */
interface Recorded {
  id: number
  venue: string | null
  comment: string | null
  videoUrl: string | null
  /** The matters and titles of its items. */
  items: ReadonlySet<string>
}

// Of a meeting that waits: its items; of all: meetings that wait, and items that are compared.
const [agendaMax, waitingMax, comparedMax] = [40, 2000, 500_000]

/** Meetings entered twice: one announced it, and another at the same time, of the same body, has its record. */
export class DoubledMeetings {
  readonly #waiting: Event[] = []
  /** By body and time; null where several have a record. */
  readonly #recorded = new Map<string, Recorded | null>()
  #compared = 0

  /** Whether a meeting must wait until all are read. */
  waits(event: Event): boolean {
    if (hasRecord(event)) this.#remember(event)
    const waits =
      !hasRecord(event) &&
      event.time !== null &&
      event.items.length <= agendaMax &&
      this.#waiting.length < waitingMax &&
      !mayBeCalledOff(event)
    if (waits) this.#waiting.push(event)
    return waits
  }

  #remember(event: Event): void {
    const key = sittingOf(event)
    if (this.#compared + event.items.length > comparedMax) return
    this.#compared += event.items.length
    const { id, venue, comment, videoUrl } = event
    const items = new Set(event.items.flatMap(namesOf))
    this.#recorded.set(
      key,
      this.#recorded.has(key) ? null : { id, venue, comment, videoUrl, items },
    )
  }

  /** The meetings that waited, each with the id of the one that says all that it says. */
  *rest(): Generator<{ event: Event; twin: number | undefined }> {
    for (const event of this.#waiting.splice(0)) {
      const recorded = this.#recorded.get(sittingOf(event)) ?? null
      const isDouble = recorded !== null && saysAllOf(recorded, event)
      yield { event, twin: isDouble ? recorded.id : undefined }
    }
  }
}

const sittingOf = ({ bodyId, date, time }: Event) => `${bodyId} ${date} ${time}`

const hasRecord = ({ minutesUrl, items }: Event): boolean =>
  minutesUrl !== null ||
  items.some(({ action, rollCall }) => isDecided(action) || rollCall.length > 0)

/** A meeting that was put off may have been another one. */
const mayBeCalledOff = ({ agendaStatus, comment, venue, bodyName }: Event): boolean =>
  /cancel|defer|postpon|recess|resched|adjourn|annul|report|remis/iu.test(
    [agendaStatus, comment, venue, bodyName].join(' '),
  )

const namesOf = ({ matterId, title }: EventItem): string[] => [
  ...(matterId === null ? [] : [String(matterId)]),
  ...(title === null ? [] : [titleKey(title)]),
]
const titleKey = (title: string) =>
  ` ${foldText(title).replace(/\s+/g, ' ').trim().slice(0, titleLength)}`
const titleLength = 200

function saysAllOf(recorded: Recorded, event: Event): boolean {
  const isSame = (['venue', 'comment', 'videoUrl'] as const).every(
    (field) => event[field] === null || event[field] === recorded[field],
  )
  return isSame && event.items.every((item) => isIn(recorded, item))
}

function isIn({ items }: Recorded, item: EventItem): boolean {
  const hasMore =
    item.agendaNote !== null || item.minutesNote !== null || item.attachments.length > 0
  const isAnnounced = announcement.test(item.title ?? '')
  if (isAnnounced) return !hasMore
  return item.matterId === null
    ? !hasMore && (item.title === null || items.has(titleKey(item.title)))
    : items.has(String(item.matterId))
}

/** "Agenda - 1:30 p.m.", "Agenda to be announced", which is all that an agenda has at first. */
const announcement =
  /^(?:(?:agenda|ordre du jour|to be (?:announced|determined|posted)|tba|tbd|à venir|and such other business as may be necessary|\d{1,2}(?:(?::| ?h ?)\d\d)? ?(?:[ap]\.?m\.?)?)[\s.,:;()–—-]*)+$/iu

/** Whether a meeting was entered to try the system: all of its agenda is "TEST", or it has none and its comment is. */
export function isTest(event: Event): boolean {
  const { items, comment } = event
  if (hasRecord(event) || items.some(({ matterId }) => matterId !== null)) return false
  if (items.length === 0) return test.test(comment ?? '')
  return items.every(({ title }) => test.test(title ?? ''))
}
const test =
  /^\W*(?:this is an? |ceci est un )?(?:test|essai)(?: (?:meeting|agenda|event|item|only|réunion))?\W*\d*$/iu
