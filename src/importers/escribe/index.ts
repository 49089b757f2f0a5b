import { systemClock } from '../../core/clock.ts'
import { JsonApi } from '../kit/json-api.ts'
import { defaultFetchPolicy, type FetchPolicy, userAgentOf } from '../kit/json-client.ts'
import { readRobots } from '../kit/robots.ts'
import {
  type ImportSource,
  type OpenedSource,
  type OpenOptions,
  SourceError,
  type SourceItem,
} from '../source.ts'
import { readLivePortal } from './live-portal.ts'
import { mapPortal } from './map.ts'
import { readPortal } from './read.ts'

// The portals state no limit; four requests a second are those of one visitor.
const pauseMs = 250

/** eSCRIBE, a meeting portal used by many Canadian councils: the portal, or a folder of its calendars and minutes. */
export const escribe = escribeSource({ ...defaultFetchPolicy, pauseMs })

export function escribeSource(policy: FetchPolicy): ImportSource {
  return {
    name: 'escribe',
    describe:
      'the URL of a portal, https://pub-<town>.escribemeetings.com, or a folder: calendar/, meetings/',
    takes: ['since', 'resume'],
    open: (location, options = {}) =>
      /^https?:\/\//i.test(location)
        ? openPortal(location, options, policy)
        : openFolder(location, options),
  }
}

async function openFolder(folder: string, { since, resume }: OpenOptions): Promise<OpenedSource> {
  const portal = await readPortal(folder)
  const name = portal.url === undefined ? 'escribe' : nameOf(portal.url)
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

// Minutes are published weeks after their meeting, and the portal does not date its changes.
const windowDays = 120
const dayMs = 86_400_000

async function openPortal(
  location: string,
  options: OpenOptions,
  policy: FetchPolicy,
): Promise<OpenedSource> {
  const { clock = systemClock, since: sinceOf, timeZone = null } = options
  const portalUrl = originIn(location)
  const since = (await sinceOf?.(nameOf(portalUrl))) ?? null
  const read = ['MeetingsCalendarView.aspx/GetCalendarMeetings', 'Meeting.aspx?Id=1&lang=English']
  const pauseMs = await readRobots(
    portalUrl,
    read.map((path) => `${portalUrl}/${path}`),
    userAgentOf(options.contact),
  )
  const polite = { ...policy, pauseMs: Math.max(policy.pauseMs, pauseMs) }
  const api = await JsonApi.open(portalUrl, options, { policy: polite })
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  const range = {
    from: since === null ? null : dayOf(Date.parse(since) - windowDays * dayMs),
    // The date at UTC-12: every earlier date is over in all time zones.
    today: dayOf(clock.now() - dayMs / 2),
    timeZone,
    ahead: policy.concurrency,
  }
  return {
    name: nameOf(portalUrl),
    url: portalUrl,
    licence: null,
    municipality: null,
    isThirdParty: true,
    expected: null,
    since,
    items: readItems(api, portalUrl, range),
    finish: () => api.finish(),
  }
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

// The host distinguishes councils on the same platform.
function nameOf(portalUrl: string): string {
  return `escribe:${new URL(portalUrl).host}`
}

function originIn(location: string): string {
  const url = URL.canParse(location) ? new URL(location) : undefined
  if (url !== undefined && url.username === '' && url.password === '') return url.origin
  throw new SourceError(
    'the location must be a folder, or the URL of a portal such as https://pub-<town>.escribemeetings.com',
  )
}
