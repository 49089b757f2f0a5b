import type { ImportRecord } from '../../src/record/kinds.ts'
import { townRecords } from '../../test/support/towns/town.ts'

type Meeting = Extract<ImportRecord, { kind: 'meeting' }>

/** Meetings per page. */
export const perPage = 10

/** A page of the response: its rows as text, and whether it is the last. */
export interface Page {
  rows: readonly string[]
  isLast: boolean
}

/** A row of the meeting list as text, date first. */
export function rowOf({ date, title }: { date: string; title: string }): string {
  return `${date} ${title}`
}

/**
 * The town's records in successive imports. In each round some meetings are removed or restored, some change their date
 * or title, and some exist in that round only, so every page of the list differs. Two fifths never change. No two
 * meetings have the same date, which therefore determines a row's position.
 */
export class Rounds {
  // Round 0 is before the first import.
  readonly #lists: string[][] = [[]]

  /** The number of the last round that was begun. */
  get last(): number {
    return this.#lists.length - 1
  }

  /** Begins the next round; returns its records. Responses may show it from now on. */
  begin(): ImportRecord[] {
    const round = this.#lists.length
    const imported = roundRecords(round)
    this.#lists.push(imported.filter(isMeeting).map(rowOf).sort().reverse())
    return imported
  }

  /** The oldest round, from `baseline` on, with this page after the row `after`; undefined if there is none. */
  roundOf(page: Page, after: string | undefined, baseline: number): number | undefined {
    const index = this.#lists.slice(baseline).findIndex((list) => {
      const rest = after === undefined ? list : list.filter((row) => dayOf(row) < dayOf(after))
      const isLast = rest.length <= perPage
      return isLast === page.isLast && rest.slice(0, perPage).join() === page.rows.join()
    })
    return index === -1 ? undefined : baseline + index
  }
}

/** The meetings that no round changes; each must appear exactly once in a complete pass over the list. */
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
