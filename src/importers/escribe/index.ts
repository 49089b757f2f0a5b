import type { ImportSource } from '../source.ts'
import { mapPortal } from './map.ts'
import { readPortal } from './read.ts'

/** eSCRIBE, a meeting portal used by many Canadian councils, as a folder of calendars and minutes. */
export const escribe: ImportSource = {
  name: 'escribe',
  describe: 'a folder with calendar/*.calendar_meetings.json and meetings/*_postminutes.json',
  async open(location) {
    const portal = await readPortal(location)
    const items = mapPortal(portal)
    return {
      // The host distinguishes councils on the same platform.
      name: portal.url === undefined ? 'escribe' : `escribe:${new URL(portal.url).host}`,
      url: portal.url ?? null,
      licence: portal.licence,
      municipality: null,
      isThirdParty: true,
      expected: items.length,
      asOf: () => portal.asOf,
      items,
    }
  },
}
