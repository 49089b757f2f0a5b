import ipaddr from 'ipaddr.js'

const unknown = 'unknown'

/** An IPv4 address, or the /64 of an IPv6 address, the smallest network of a customer. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return unknown
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${prefixOf(parsed, 64)}/64`
}

/** The /24 (IPv4) or /48 (IPv6) of an address, which does not identify a household: `192.0.2.0/24`. */
export function wideNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return unknown
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? `${prefixOf(parsed, 24)}/24` : `${prefixOf(parsed, 48)}/48`
}

const ipv4 = /^(?:::ffff:)?((?:\d{1,3}\.){3})(\d{1,3})$/

/** The client with an IP address, for a `FairQueue`: its network, within one that a single customer may have. */
export function queueClientOf(address: string): { group: string; member: string } {
  // Every request that is not cached needs it; ipaddr.js takes ten times as long.
  const [, prefix, last] = ipv4.exec(address) ?? []
  if (prefix !== undefined) return { group: `${prefix}0/24`, member: `${prefix}${last}` }
  return { group: wideNetworkOf(address), member: networkOf(address) }
}

export function isIpv6(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).kind() === 'ipv6'
}

function prefixOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, i) => (i * 8 < bits ? byte : 0))
  return ipaddr.fromByteArray(bytes).toString()
}
