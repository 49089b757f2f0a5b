import type { JsonApi } from '../kit/json-api.ts'
import { ListedThings } from '../kit/listing.ts'
import { openPortal } from '../kit/portal.ts'
import { defaultFetchPolicy, type FetchPolicy } from '../kit/retries.ts'
import {
  type ImportSource,
  type OpenedSource,
  type OpenOptions,
  SourceError,
  type SourceItem,
} from '../source.ts'
import { readLivePortal } from './live.ts'
import { mapPortal } from './map.ts'
import { readPortal } from './read.ts'

// The portals state no limit; four requests a second are those of one visitor, also where the network delays one by 200 ms.
const pauseMs = 300

/** eSCRIBE, a meeting portal used by many Canadian councils: the portal, or a folder of its calendars and minutes. */
export const escribe = escribeSource({ ...defaultFetchPolicy, pauseMs })

export function escribeSource(policy: FetchPolicy): ImportSource {
  return {
    name: 'escribe',
    describe:
      'the URL of a portal (pub-<town>.escribemeetings.com), or a folder: calendar/, meetings/',
    takes: ['since', 'resume'],
    sharedDomains: ['escribemeetings.com'],
    open: (location, options = {}) =>
      /^https?:\/\//i.test(location)
        ? openLive(location, options, policy)
        : openFolder(location, options),
  }
}

async function openFolder(folder: string, { since, resume }: OpenOptions): Promise<OpenedSource> {
  const portal = await readPortal(folder)
  const name = portal.url === undefined ? 'escribe' : `escribe:${new URL(portal.url).host}`
  if (resume !== undefined || (await since?.(name)) != null)
    throw new SourceError(
      'a folder is always read whole: omit --since and --resume, which are for the URL of a portal',
    )
  const items = mapPortal(portal)
  return {
    name,
    url: portal.url ?? null,
    licence: portal.licence,
    municipality: null,
    isThirdParty: true,
    expected: items.length,
    asOf: () => portal.asOf,
    items,
  }
}

async function openLive(
  location: string,
  options: OpenOptions,
  policy: FetchPolicy,
): Promise<OpenedSource> {
  const { api, url, range, opened } = await openPortal(
    location,
    {
      name: 'escribe',
      example: 'https://pub-<town>.escribemeetings.com',
      paths: ['MeetingsCalendarView.aspx/GetCalendarMeetings', 'Meeting.aspx?Id=1&lang=English'],
      policy,
    },
    options,
  )
  const { timeZone = null } = options
  const listed = new ListedThings()
  const items = readItems(api, url, { ...range, timeZone, ahead: policy.concurrency, listed })
  return { ...opened, items, listing: () => listed }
}

async function* readItems(
  api: JsonApi,
  portalUrl: string,
  range: Parameters<typeof readLivePortal>[2],
): AsyncGenerator<SourceItem> {
  try {
    const portal = await readLivePortal(api, portalUrl, range)
    yield* mapPortal(portal)
    yield* portal.diagnostics.missingEndpoints()
  } finally {
    api.stop()
  }
}
