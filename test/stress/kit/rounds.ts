import type { ImportRecord } from '../../../src/importers/records.ts'
import { townRecords } from '../../support/towns/town.ts'

type Meeting = Extract<ImportRecord, { kind: 'meeting' }>

/** How many meetings a page has. */
export const perPage = 10

/** A page as returned: what each row says, and whether another page follows. */
export interface Page {
  rows: readonly string[]
  isLast: boolean
}

/** What a row of the list of meetings says, its day first. */
export function rowOf({ date, title }: { date: string; title: string }): string {
  return `${date} ${title}`
}

/**
 * The town's record as it is imported round after round. From one to the next some meetings go and others come back,
 * some move to another day, some have another title, and guests come that were never there and are gone after; so each
 * page of the list differs, in what it says, in how many come before it and in which. Two fifths stay as they are. No
 * two meetings are on one day: that alone says where a row stands.
 */
export class Rounds {
  // Round 0 is before the first import.
  readonly #lists: string[][] = [[]]

  /** The number of the last round that was begun. */
  get last(): number {
    return this.#lists.length - 1
  }

  /** Begins the next round, which can be seen from now on; returns what is to be imported. */
  begin(): ImportRecord[] {
    const round = this.#lists.length
    const imported = roundRecords(round)
    this.#lists.push(imported.filter(isMeeting).map(rowOf).sort().reverse())
    return imported
  }

  /** The oldest round, from `floor` on, whose page after the row `after` this is; undefined if there is none. */
  roundOf(page: Page, after: string | undefined, baseline: number): number | undefined {
    const index = this.#lists.slice(baseline).findIndex((list) => {
      const rest = after === undefined ? list : list.filter((row) => dayOf(row) < dayOf(after))
      const isLast = rest.length <= perPage
      return isLast === page.isLast && rest.slice(0, perPage).join() === page.rows.join()
    })
    return index === -1 ? undefined : baseline + index
  }
}

/** The meetings that no round changes: every whole walk shows each of them once. */
export function unchangedRows(): string[] {
  return meetings.filter((_, i) => i % parts >= 3).map(rowOf)
}

const records = townRecords()
const meetings = records.filter(isMeeting)
const parts = 5
const guestsMax = 7

function roundRecords(round: number): ImportRecord[] {
  const gone = new Set(
    meetings.filter((_, i) => i % parts === 0 && (i + round) % 2 === 0).map(({ key }) => key),
  )
  const indexes = new Map(meetings.map(({ key }, i) => [key, i]))
  const guests = Array.from({ length: round % guestsMax }, (_, n) => guest(round, n))
  const stay = records.filter((record) => !isOf(record, gone))
  return [
    ...stay.map((record) =>
      isMeeting(record) ? changed(record, indexes.get(record.key) ?? 0, round) : record,
    ),
    ...guests,
  ]
}

function changed(meeting: Meeting, i: number, round: number): Meeting {
  if (i % parts === 1) return { ...meeting, date: freeDay(i + 11 * round, 1) }
  if (i % parts === 2) return { ...meeting, title: `${meeting.title}, round ${round}` }
  return meeting
}

function guest(round: number, n: number): Meeting {
  return {
    kind: 'meeting',
    key: `guest-${round}-${n}`,
    title: `Guests of round ${round}`,
    date: freeDay(13 * round + 6 * n, 2),
    status: 'completed',
    has_agenda: false,
    has_minutes: false,
    has_transcript: false,
  }
}

/** The town meets every fifth day; the days between are free. */
function freeDay(sitting: number, after: number): string {
  const day = 1 + parts * (sitting % meetings.length) + after
  return new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10)
}

function isMeeting(record: ImportRecord): record is Meeting {
  return record.kind === 'meeting'
}

/** Whether a record is one of these meetings, or belongs to one. */
function isOf(record: ImportRecord, keys: ReadonlySet<string>): boolean {
  if (record.kind === 'agenda_item') return keys.has(record.meeting_key)
  if (record.kind === 'motion') return keys.has(record.meeting_key ?? '')
  return isMeeting(record) && keys.has(record.key)
}

function dayOf(row: string): string {
  return row.slice(0, 'yyyy-mm-dd'.length)
}
