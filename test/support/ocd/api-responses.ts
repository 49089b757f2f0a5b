import { openApi } from '../../../src/importers/open-civic-data/api.ts'
import type { ImportSource } from '../../../src/importers/source.ts'
import { type JsonHandler, startJsonServer } from '../http/json-server.ts'
import { collectItems } from '../imports/collect-items.ts'
import { hurried } from '../legistar/live.ts'

// Responses of an Open Civic Data API, with what pupa writes for a council that publishes with Legistar.

export const jurisdiction = 'ocd-jurisdiction/country:ca/csd:9900001/government'
export const cancelled = 'ocd-event/00000000-0000-4000-8000-000000000001'
export const zoning = 'ocd-event/00000000-0000-4000-8000-000000000002'
export const finance = 'ocd-event/00000000-0000-4000-8000-000000000003'
/** In the list, but without a response of its own. */
export const gone = 'ocd-event/00000000-0000-4000-8000-000000000004'

const participant = (entity_type: 'organization' | 'person', id: number, entity_name: string) => ({
  entity_id: `ocd-${entity_type}/00000000-0000-4000-9000-00000000000${id}`,
  entity_name,
  entity_type,
  note: 'participant',
})

const document = (note: string, name: string) => ({
  date: '',
  note,
  links: [{ url: `http://media.pemberley.example/${name}.pdf`, media_type: 'application/pdf' }],
})

/** An item with its number from 0, as pupa counts items that have none. */
const item = (description: string, index: number, bill?: { id: string | null; name: string }) => ({
  description,
  order: String(index),
  notes: [],
  subjects: [],
  related_entities: bill
    ? [{ entity_id: bill.id, entity_name: bill.name, entity_type: 'bill', note: 'consideration' }]
    : [],
})

const event = (id: string, number: number, name: string, start_date: string) => ({
  id,
  name,
  start_date,
  end_date: '',
  all_day: false,
  status: 'passed',
  classification: 'event',
  description: '',
  jurisdiction: { id: jurisdiction, name: 'Pemberley', url: 'https://pemberley.example/' },
  location: { name: 'Council Chamber ,  Town Hall ', url: '', coordinates: null },
  sources: [
    { url: `http://webapi.legistar.com/v1/pemberley/events/${number}`, note: 'api' },
    { url: `https://pemberley.legistar.com/MeetingDetail.aspx?ID=${number}`, note: 'web' },
  ],
  media: [],
  links: [],
  extras: {},
  debug: null,
  updated_at: '2017-12-01T02:34:45.555760+00:00',
})

const billId = (index: number) => `ocd-bill/00000000-0000-4000-a000-00000000000${index}`

const events = {
  [finance]: {
    ...event(finance, 976, 'Committee on Finance', '2017-11-06T18:15:00+00:00'),
    participants: [participant('organization', 1, 'Committee on Finance')],
    documents: [document('Agenda', 'finance-agenda')],
    agenda: [
      item('Roll call', 0),
      item('Grant to the harbour festival', 1, { id: billId(1), name: '2017-114' }),
    ],
  },
  [zoning]: {
    ...event(zoning, 969, 'Committee on Zoning', '2017-10-23T17:00:00+00:00'),
    participants: [
      participant('organization', 2, 'Committee on Zoning'),
      participant('person', 3, 'Ng, Vera'),
      participant('person', 4, "O'Dell, Jr., Pat"),
    ],
    documents: [document('Agenda', 'zoning-agenda'), document('Summary', 'zoning-summary')],
    agenda: [
      item('Attendance', 0),
      // A bill that the API does not have.
      item('Rezoning of 6 Mill Road ', 1, { id: null, name: 'S2017-434' }),
      item('Rezoning of 8 Mill Road ', 2, { id: billId(2), name: '2017-437' }),
    ],
  },
  [cancelled]: {
    ...event(cancelled, 954, 'Joint Committee: Finance; Roads', '2017-10-16T17:00:00+00:00'),
    status: 'cancelled',
    participants: [participant('organization', 5, 'Joint Committee: Finance; Roads')],
    documents: [document('Cancellation Notice', 'joint-cancelled')],
    agenda: [],
  },
}

/** A copy of an event's response. */
export const eventResponse = (id: keyof typeof events) => structuredClone(events[id] as object)

/** A page with all entries of a list. */
export const listResponse = (...ids: string[]) => ({
  results: ids.map((id) => ({ id })),
  meta: { page: 1, per_page: 100, max_page: 1, count: ids.length, total_count: ids.length },
})

/** The API, with three events and one that is gone; `changes` replace responses by path. */
export function ocdApi(changes: Record<string, unknown> = {}): JsonHandler {
  const responses: Record<string, unknown> = {
    events: listResponse(cancelled, gone),
    ...events,
    ...changes,
  }
  return (path) => responses[path.replace(/\?.*/, '').replace(/^\/|\/$/g, '')]
}

/** Everything that an import from an API yields. */
export async function readOcdApi(handler: JsonHandler, timeZone: string | null) {
  const server = await startJsonServer(handler)
  const source = {
    name: 'open-civic-data',
    describe: '',
    open: async (location) => ({
      name: 'open-civic-data',
      licence: null,
      municipality: null,
      ...(await openApi(location, timeZone, {
        policy: { ...hurried, attempts: 2, timeoutMs: 2000 },
      })),
    }),
  } satisfies ImportSource
  return { ...server, ...(await collectItems(source, server.url)) }
}
