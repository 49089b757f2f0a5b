import { dayMs, utcDate } from '../../core/calendar-date.ts'
import { systemClock } from '../../core/clock.ts'
import { parseWebUrl } from '../../core/web-url.ts'
import { type OpenedSource, type OpenOptions, SourceError } from '../source.ts'
import { JsonApi } from './json-api.ts'
import type { FetchPolicy } from './retries.ts'
import { obeyRobots } from './robots.ts'

/** A platform whose portals are read by their URL, of which only the host counts. */
interface Platform {
  /** The source's name, which becomes part of every identity. */
  name: string
  /** For messages: an example of a URL. */
  example: string
  /** The paths that are read, to ask robots.txt for. */
  paths: readonly string[]
  policy: FetchPolicy
}

/** The days of a calendar that are read (YYYY-MM-DD). */
export interface DayRange {
  /** Null for everything. */
  from: string | null
  /** Every earlier date is over. */
  today: string
}

// Minutes are published weeks after their meeting, and the portals do not date their changes.
const windowDays = 120

/** Opens a portal as its robots.txt allows. Throws `SourceError`. */
export async function openPortal(
  location: string,
  platform: Platform,
  options: OpenOptions,
): Promise<{ api: JsonApi; url: string; range: DayRange; opened: Omit<OpenedSource, 'items'> }> {
  const url = originIn(location, platform)
  // The host distinguishes councils on the same platform.
  const name = `${platform.name}:${new URL(url).host}`
  const since = (await options.since?.(name)) ?? null
  const urls = platform.paths.map((path) => `${url}/${path}`)
  const api = await JsonApi.open(url, options, { policy: platform.policy })
  await obeyRobots(api, url, urls)
  const { clock = systemClock } = options
  const from = since === null ? null : utcDate(Date.parse(since) - windowDays * dayMs)
  const opened = {
    name,
    url,
    licence: null,
    municipality: null,
    isThirdParty: true,
    expected: null,
    since,
    listsFrom: from,
    finish: () => api.finish(),
  }
  // The date at UTC-12: every earlier date is over in all time zones.
  return { api, url, range: { from, today: utcDate(clock.now() - dayMs / 2) }, opened }
}

function originIn(location: string, { example }: Platform): string {
  const url = parseWebUrl(location)
  if (url?.username === '' && url.password === '') return url.origin
  throw new SourceError(`the location must be the URL of a portal, such as ${example}`)
}

// Council terms have four years; a gap of three means that nothing older is published.
const emptyYearsMax = 3
const firstYear = 1990

/** The lists of a calendar, year by year from the next one, because one list of everything is megabytes. */
export async function* readYears<L extends { rows: readonly unknown[] }>(
  range: DayRange,
  read: (from: string, to: string) => Promise<L>,
): AsyncGenerator<L> {
  const thisYear = Number(range.today.slice(0, 4))
  const oldest = Number(range.from?.slice(0, 4) ?? firstYear)
  let empty = 0
  // Next year's meetings are often listed, but a year without any of them says nothing.
  for (let year = thisYear + 1; year >= oldest; year -= 1) {
    const list = await read(later(`${year}-01-01`, range.from), `${year}-12-31`)
    if (list.rows.length > 0) yield list
    empty = list.rows.length > 0 || year > thisYear ? 0 : empty + 1
    if (range.from === null && empty >= emptyYearsMax) return
  }
}

function later(day: string, from: string | null): string {
  return from !== null && from > day ? from : day
}

/** When items begin in a recording, in whole seconds, by their ids; an item that recurs begins at the earliest. */
export function earliestStarts(
  starts: Iterable<readonly [id: number, seconds: number]>,
): Map<number, number> {
  const earliest = new Map<number, number>()
  for (const [id, seconds] of starts)
    earliest.set(id, Math.min(Math.floor(seconds), earliest.get(id) ?? Number.POSITIVE_INFINITY))
  return earliest
}
