import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** Whether a host name or address leads into a private network or this machine; a name without an address does not. */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return isPrivate(host)
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.some(({ address }) => isPrivate(address))
}

function isPrivate(address: string): boolean {
  return ipaddr.process(address).range() !== 'unicast'
}
