import { sources } from './registry.ts'

/**
 * The hosts that a URL of an importer shares with other sources, by their domain: those of a vendor, which fail and count
 * requests together; otherwise its own host, with a port that is not the usual one.
 */
export function hostFamily(importer: string, location: string): string {
  const { host, hostname } = new URL(location)
  const shared = Object.hasOwn(sources, importer) ? sources[importer]?.sharedDomains : undefined
  const isBelow = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`)
  return shared?.find(isBelow) ?? host
}
