import { systemClock } from '../../core/clock.ts'
import type { ImportSource } from '../source.ts'
import { openApi } from './api.ts'
import { openFolder } from './folder.ts'

/** Open Civic Data: what pupa scraped, or a live API, another Reeve's for one. */
export const openCivicData: ImportSource = {
  name: 'open-civic-data',
  describe: 'a folder written by pupa (_data/<jurisdiction>), or the URL of a live API',
  async open(location, { timeZone = null, watch, clock = systemClock } = {}) {
    const isAddress = /^https?:\/\//i.test(location)
    const opened = isAddress
      ? await openApi(location, timeZone, { watch, clock })
      : { url: null, ...(await openFolder(location, { timeZone, clock })) }
    return {
      ...opened,
      // Without the host: an id of Open Civic Data is the same wherever it is served.
      name: 'open-civic-data',
      licence: null,
      municipality: null,
      isPartial: true,
    }
  },
}
