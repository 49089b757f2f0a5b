// Legistar adds minutes, recordings and votes without moving the date of what they belong to.
const windowDays = 3
const dayMs = 86_400_000

const eventDates = [
  'EventLastModifiedUtc',
  'EventDate',
  'EventAgendaLastPublishedUTC',
  'EventMinutesLastPublishedUTC',
]
const matterDates = ['MatterLastModifiedUtc']

/** What to ask the lists for: what may have changed since three days before a day (YYYY-MM-DD), or everything. */
export function filtersSince(since: string | null): {
  events: string | null
  matters: string | null
} {
  if (since === null) return { events: null, matters: null }
  const from = new Date(Date.parse(since) - windowDays * dayMs).toISOString().slice(0, 10)
  const oneOf = (fields: string[]) =>
    fields.map((field) => `${field} ge datetime'${from}T00:00:00'`).join(' or ')
  return { events: oneOf(eventDates), matters: oneOf(matterDates) }
}
