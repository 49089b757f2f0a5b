import { ocdResource, pagesById } from '../_shared/ocd.routes.ts'
import { toOcdEvent, toOcdEventDetail } from './ocd.represent.ts'
import { findMeeting, listEventsByIds } from './queries.ts'
import { OcdEvent, OcdEventDetail } from './schema.ts'

/** `/api/ocd/{municipality}/events`. */
export const eventsOcd = ocdResource({
  path: 'events',
  noun: 'Event',
  list: {
    operationId: 'listOcdEvents',
    summary: 'List events, newest first',
    item: OcdEvent,
    read: pagesById('meetings', listEventsByIds),
    represent: toOcdEvent,
  },
  detail: {
    operationId: 'getOcdEvent',
    summary: 'Get an event with its participants, agenda, documents and media',
    schema: OcdEventDetail,
    exampleId: 'ocd-event/58cc2eff-31eb-5f8b-af33-acf2407f5e2b',
    error: 'EVENT_NOT_FOUND',
    find: (db, { id: municipalityId }, id) =>
      findMeeting(db, municipalityId, { column: 'ocd_id', value: id }),
    represent: toOcdEventDetail,
  },
})
