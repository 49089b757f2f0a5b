import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { networkOf } from '../access/networks.ts'

/** Connections that one IPv4 address, or one /64 network of IPv6, may have open at once. */
const connectionsPerClientMax = 1000

/**
 * Closes new connections of a client that has too many, so that it cannot exhaust those of the server. Trusted proxies
 * are exempt because they carry many clients.
 */
export function limitConnections(
  server: Server,
  trustProxy: readonly string[],
  onRejected: (address: string) => void,
): void {
  const proxies = blockListOf(trustProxy)
  const open = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket
    if (proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
    const client = networkOf(address)
    const count = open.get(client) ?? 0
    if (count >= connectionsPerClientMax) {
      socket.destroy()
      onRejected(address)
      return
    }
    open.set(client, count + 1)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
  })
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const type = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(prefix), type)
  }
  return list
}
