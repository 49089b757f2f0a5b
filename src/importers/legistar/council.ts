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
