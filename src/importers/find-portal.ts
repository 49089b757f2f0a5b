import { lookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { systemClock } from '../core/clock.ts'
import { parseWebUrl } from '../core/web-url.ts'
import { cleanText } from './kit/clean-text.ts'
import { FetchError, fetchOnce, type HttpResponse } from './kit/fetch-once.ts'
import { elementsBelow, parseHtml } from './kit/html-tree.ts'
import { userAgentOf } from './kit/json-client.ts'
import { parseJson } from './kit/parse-json.ts'
import {
  defaultFetchPolicy,
  type FailedAttempt,
  type FetchPolicy,
  RequestError,
  Retries,
  toFailure,
  transientStatuses,
  withoutResponse,
} from './kit/retries.ts'
import { addressOf } from './reeve/address.ts'
import { indexCheck } from './reeve/schema.ts'
import { type RequestWatch, SourceError } from './source.ts'

/** A portal that responded as one. */
export interface FoundPortal {
  platform: string
  /** The importer that reads it; null if there is none. */
  importer: string | null
  location: string
  /** The text of the pages on the way to it, which may name the municipality. */
  texts: readonly string[]
  requests: number
}

interface Platform {
  name: string
  importer: string | null
  host: RegExp
  /** What its own paths are, if they need no page to be read. */
  path?: RegExp
  /** What its own pages contain. */
  sign: RegExp
  /** The location for the importer; null if the URL has none. */
  locate: (url: URL) => string | null
  /** A request that only this platform responds to, and whether a response is its own. */
  test: (location: string) => { url: string; body?: object }
  isResponse: (value: unknown) => boolean
}

const clientSite = /^([a-z0-9-]+)[.]legistar[.]com$/i
const platforms: readonly Platform[] = [
  {
    name: 'eSCRIBE',
    importer: 'escribe',
    host: /(?:^|[.])escribemeetings[.]com$/i,
    sign: /MeetingsCalendarView[.]aspx/i,
    locate: ({ origin }) => origin,
    test: (location) => ({
      url: `${location}/MeetingsCalendarView.aspx/GetCalendarMeetings`,
      body: { calendarStartDate: '2026-01-01', calendarEndDate: '2026-01-31' },
    }),
    isResponse: (value) => typeof value === 'object' && value !== null && 'd' in value,
  },
  {
    name: 'Legistar',
    importer: 'legistar',
    host: /[.]legistar[.]com$/i,
    sign: /webapi[.]legistar[.]com/i,
    locate: ({ origin, hostname, pathname }) => {
      const [, client] = /^\/v1\/([A-Za-z0-9_-]+)/.exec(pathname) ?? []
      if (client !== undefined) return `${origin}/v1/${client}`
      const [, site = 'webapi'] = clientSite.exec(hostname) ?? []
      return site === 'webapi' ? null : `https://webapi.legistar.com/v1/${site.toLowerCase()}`
    },
    test: (location) => ({ url: `${location}/Bodies?$top=1` }),
    isResponse: Array.isArray,
  },
  {
    name: 'CivicWeb',
    importer: 'civicweb',
    host: /(?:[.]civicweb[.]net|[.]community[.]highbond[.]com|[.]community(?:-ca)?[.]diligentoneplatform[.]com)$/i,
    sign: /MeetingsService[.]svc|\/filepro\/documents/i,
    locate: ({ origin }) => origin,
    test: (location) => ({
      url: `${location}/Services/MeetingsService.svc/meetings?from=2026-01-01&to=2026-01-31`,
    }),
    isResponse: (value) => Array.isArray(value) && value.every((row) => Number.isInteger(row?.Id)),
  },
  {
    name: 'Reeve',
    importer: 'reeve',
    // It runs on the host of its operator.
    host: /^$/,
    path: /^\/(?:api\/v1|api\/ocd|bulk)\//,
    sign: /href="\/api\/v1\/docs"/,
    locate: ({ href, origin }) => {
      const slug = addressOf(href)?.slug ?? null
      return slug === null ? origin : `${origin}/${slug}`
    },
    test: (location) => ({ url: `${new URL(location).origin}/api/v1` }),
    isResponse: (value) => indexCheck.Check(value) && value.data.name === 'Reeve',
  },
]

const requestsMax = 5
// In UTF-16 units, because links can be nested.
const linkTextMax = 1000
// Links to follow if a page has no portal: meetings first.
const promising = [
  /meeting|agenda|minutes|r[ée]union|ordre du jour/i,
  /council|conseil|government/i,
]

interface FindOptions {
  contact: string | null
  watch?: RequestWatch
  policy?: FetchPolicy
}

/** Finds the portal of a council at an address, or behind links, frames and redirects of its page. Throws `SourceError`. */
export async function findPortal(address: string, options: FindOptions): Promise<FoundPortal> {
  const start = toAddress(address)
  const search = new Search(options, await isPrivateHost(start.hostname))
  const found = await search.run(start)
  if (found !== undefined) return found
  if (!search.hasResponse)
    throw new SourceError(`${start.href} cannot be read (${search.summary()}): try again later`)
  throw new SourceError(
    `${start.href} has no portal that Reeve knows, and no link or frame leads to one (${search.summary()}): give the address of the portal itself; Reeve recognizes ${platforms.map(({ name }) => name).join(', ')}`,
  )
}

function toAddress(address: string): URL {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
  const url = parseWebUrl(text)
  if (url?.username === '' && url.password === '' && /[.:]|^localhost$/.test(url.hostname))
    return url
  throw new SourceError(
    `${JSON.stringify(address)} is not the URL of a page: give one such as https://www.ottawa.ca`,
  )
}

class Search {
  readonly #options: FindOptions
  readonly #retries: Retries
  readonly #startsPrivate: boolean
  readonly #texts: string[] = []
  readonly #tested = new Set<string>()
  /** The URLs that were requested, with what went wrong. */
  readonly #seen: string[] = []
  /** Whether anything responded, so that something can be said of it. */
  hasResponse = false
  /** Whether the last page does not exist. */
  #isMissing = false

  constructor(options: FindOptions, startsPrivate: boolean) {
    this.#options = options
    const { policy = defaultFetchPolicy, watch } = options
    const stop = new AbortController().signal
    this.#retries = new Retries(policy, { watch, clock: systemClock, wait: pause, stop })
    this.#startsPrivate = startsPrivate
  }

  get #requests(): number {
    return this.#seen.length
  }

  summary(): string {
    return `seen: ${this.#seen.join(', ') || 'nothing'}`
  }

  async run(start: URL): Promise<FoundPortal | undefined> {
    const direct = await this.#testIf(
      start,
      ({ host, path, locate }) =>
        host.test(start.hostname) ||
        path?.test(start.pathname) === true ||
        locate(start)?.includes('/v1/') === true,
    )
    if (direct !== undefined) return direct
    const queue = [start]
    const read = new Set<string>()
    while (this.#requests < requestsMax) {
      const next = queue.shift()
      if (next === undefined) return undefined
      if (read.has(next.href)) continue
      read.add(next.href)
      const page = await this.#page(next)
      const portal = page === undefined ? await this.#testMissing(next) : await this.#testPage(page)
      if (portal !== undefined) return portal
      queue.push(...(page?.frames ?? []), ...(page?.links ?? []))
    }
    return undefined
  }

  /** A host that may be any, such as that of a Reeve, can be a portal without the page that was named. */
  async #testMissing(url: URL): Promise<FoundPortal | undefined> {
    const isFirst = this.#requests === 1 && this.#isMissing
    return isFirst ? this.#testIf(url, ({ path }) => path !== undefined) : undefined
  }

  async #testPage({ url, html, frames, all }: Page): Promise<FoundPortal | undefined> {
    const found = await this.#testIf(url, ({ sign }) => sign.test(html))
    if (found !== undefined) return found
    for (const each of [...frames, ...all]) {
      const linked = await this.#testIf(each, ({ host }) => host.test(each.hostname))
      if (linked !== undefined) return linked
    }
    return undefined
  }

  async #testIf(
    url: URL,
    isLikely: (platform: Platform) => boolean,
  ): Promise<FoundPortal | undefined> {
    for (const platform of platforms.filter(isLikely)) {
      const found = await this.#test(platform, url)
      if (found !== undefined) return found
    }
    return undefined
  }

  async #test(platform: Platform, url: URL): Promise<FoundPortal | undefined> {
    const location = platform.locate(url)
    const name = `${platform.name} ${location}`
    if (location === null || this.#tested.has(name) || this.#requests >= requestsMax)
      return undefined
    this.#tested.add(name)
    const { url: address, body } = platform.test(location)
    const response = await this.#request(new URL(address), body)
    const parsed = response?.ok === true ? parseJson(response.text) : undefined
    if (parsed?.ok !== true || !platform.isResponse(parsed.value)) return undefined
    // Its own page may name the municipality.
    if (this.#texts.length === 0 && this.#requests < requestsMax) await this.#page(url)
    const { name: platformName, importer } = platform
    const [texts, requests] = [this.#texts, this.#requests]
    return { platform: platformName, importer, location, texts, requests }
  }

  async #page(url: URL): Promise<Page | undefined> {
    const response = await this.#request(url)
    this.#isMissing = response?.status === 404
    if (response === undefined || !response.ok) return undefined
    const html = response.text
    this.#texts.push(html)
    const at = new URL(response.url)
    const root = parseHtml(html)
    const elements = root === undefined ? [] : [...elementsBelow(root, () => true)]
    const urls = (name: string, attribute: string) =>
      elements.flatMap((element) => {
        const target = element.name === name ? (element.attributes[attribute] ?? '') : ''
        const link = target === '' ? undefined : parseWebUrl(target, at.href)
        if (link === undefined) return []
        return {
          url: withoutHash(link),
          words: cleanText(element.html.slice(0, linkTextMax)) ?? '',
        }
      })
    const links = urls('a', 'href')
    return {
      url: at,
      html,
      frames: [...urls('iframe', 'src'), ...urls('frame', 'src')].map((each) => each.url),
      all: links.map((each) => each.url),
      links: promising.flatMap((pattern) =>
        links.flatMap((each) => (pattern.test(`${each.words} ${each.url.href}`) ? each.url : [])),
      ),
    }
  }

  /**
   * The response, repeated as in an import if need be; undefined if there is none. Throws `SourceError` for a page that
   * only lets people pass.
   */
  async #request(url: URL, body?: object): Promise<HttpResponse | undefined> {
    if (!this.#startsPrivate && (await isPrivateHost(url.hostname))) return undefined
    const before = this.#seen.length
    try {
      const response = await this.#retries.run(url.href, () => {
        // A repeated request, with its redirects, is none more.
        this.#seen.splice(before, Number.POSITIVE_INFINITY, url.href)
        return this.#attempt(url, body)
      })
      if (!response.ok) this.#note(`responded with ${response.status}`)
      if (!response.isChallenge) return response
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      this.#note(error.message.slice(url.href.length + 1))
      return undefined
    }
    throw new SourceError(
      `${url.href} asks to prove that a person is reading (a challenge page); Reeve does not get around that: ask the municipality or its supplier to admit the program, or give the address of the portal itself`,
    )
  }

  async #attempt(url: URL, body?: object): Promise<{ value: HttpResponse } | FailedAttempt> {
    try {
      const response = await fetchOnce(url.href, {
        headers: {
          'user-agent': userAgentOf(this.#options.contact),
          accept: body === undefined ? 'text/html, application/json' : 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        timeoutMs: 20_000,
        bytesMax: 5 * 1024 * 1024,
        mayRedirect: (to) => this.#mayRedirect(to),
      })
      this.hasResponse = true
      const isRepeated = transientStatuses.has(response.status) && !response.isChallenge
      return isRepeated ? toFailure(response, systemClock.now()) : { value: response }
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      return withoutResponse(error)
    }
  }

  #note(reason: string): void {
    const last = this.#seen.pop()
    this.#seen.push(`${last} ${reason}`)
  }

  async #mayRedirect(to: URL): Promise<boolean> {
    this.hasResponse = true
    if (this.#requests >= requestsMax) return false
    if (!this.#startsPrivate && (await isPrivateHost(to.hostname))) return false
    this.#seen.push(to.href)
    return true
  }
}

interface Page {
  url: URL
  html: string
  frames: URL[]
  all: URL[]
  links: URL[]
}

function withoutHash(url: URL): URL {
  const copy = new URL(url)
  copy.hash = ''
  return copy
}

/** Whether a host name or address leads into a private network or this machine; a name without an address does not. */
async function isPrivateHost(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return isPrivate(host)
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.some(({ address }) => isPrivate(address))
}

function isPrivate(address: string): boolean {
  return ipaddr.process(address).range() !== 'unicast'
}
