import { systemClock } from '../../core/clock.ts'
import type { ImportSource } from '../source.ts'
import { openApi } from './api.ts'
import { openFolder } from './folder.ts'

/** Open Civic Data: pupa's files, or a live API such as another Reeve's. */
export const openCivicData: ImportSource = {
  name: 'open-civic-data',
  describe: 'a folder written by pupa (_data/<jurisdiction>), or the URL of a live API',
  async open(location, { timeZone = null, watch, stop, clock = systemClock, storedKeys } = {}) {
    const name = 'open-civic-data'
    const stored = async (keys: readonly string[]) =>
      storedKeys?.(name, 'person', keys) ?? new Set<string>()
    const isUrl = /^https?:\/\//i.test(location)
    const opened = isUrl
      ? { ...(await openApi(location, timeZone, { watch, stop, clock })), listsFrom: null }
      : { url: null, ...(await openFolder(location, { timeZone, clock }, stored)) }
    return {
      ...opened,
      // Without the host, because Open Civic Data ids are global.
      name,
      licence: null,
      municipality: null,
      isThirdParty: true,
    }
  },
}
