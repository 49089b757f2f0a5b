import { dayMs, utcDate } from '../../../core/calendar-date.ts'
// Legistar adds minutes, recordings and votes without updating the modification date of their meeting or matter.
const windowDays = 3

const eventDates = [
  'EventLastModifiedUtc',
  'EventDate',
  'EventAgendaLastPublishedUTC',
  'EventMinutesLastPublishedUTC',
]
const matterDates = ['MatterLastModifiedUtc']

/** OData filters for changes since three days before a date (YYYY-MM-DD); null for everything. */
export function filtersSince(since: string | null): {
  events: string | null
  matters: string | null
} {
  if (since === null) return { events: null, matters: null }
  const from = utcDate(Date.parse(since) - windowDays * dayMs)
  const oneOf = (fields: string[]) =>
    fields.map((field) => `${field} ge datetime'${from}T00:00:00'`).join(' or ')
  return { events: oneOf(eventDates), matters: oneOf(matterDates) }
}
