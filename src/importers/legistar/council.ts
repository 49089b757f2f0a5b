import { parseWebUrl } from '../../core/web-url.ts'
import { SourceError } from '../source.ts'

type Nullish<T> = T | null | undefined

const fileHost = /^(?:.+[.]legistar\d+[.]com|legistar\d*[.]granicus[.]com)$/
const siteHost = /^([a-z0-9-]+)[.]legistar[.]com$/
const notOfOneCouncil: ReadonlySet<string> = new Set(['webapi', 'www', 'support'])

/**
 * The source name of a council, the same for its archive and its Web API. It contains the client because ids are unique
 * only within a client.
 */
export function sourceOfClient(client: string): string {
  return `legistar:${client.toLowerCase()}`
}

/** The client in a Legistar URL: `nyc` in `https://nyc.legistar1.com/nyc/…` and `https://nyc.legistar.com/…`. */
export function clientIn(address: Nullish<string>): string | null {
  const text = address?.trim() ?? ''
  if (!URL.canParse(text)) return null
  const { host, pathname } = new URL(text)
  if (fileHost.test(host)) return /^\/([a-z0-9_-]+)\//.exec(pathname.toLowerCase())?.[1] ?? null
  const name = siteHost.exec(host)?.[1]
  return name === undefined || notOfOneCouncil.has(name) ? null : name
}

const example = 'https://webapi.legistar.com/v1/<client>'

/**
 * The URL of one council's Web API without a trailing slash, and Legistar's name of the council. Throws `SourceError`,
 * never with the location in the message, because it may contain a secret.
 */
export function parseCouncilUrl(location: string): { base: string; client: string } {
  const url = parseWebUrl(location)
  // The URL is stored and published as the source of the record, so it must not contain a secret.
  if (url !== undefined && (url.search !== '' || url.username !== '' || url.password !== ''))
    throw new SourceError(
      `the location must be ${example} and nothing after it; put a token in LEGISTAR_TOKEN`,
    )
  const path = url?.pathname.replace(/\/+$/, '') ?? ''
  const client = /\/v1\/([A-Za-z0-9_-]+)$/.exec(path)?.[1]
  if (url === undefined || client === undefined)
    throw new SourceError(`the location must be a URL like ${example}`)
  return { base: `${url.origin}${path}`, client }
}
