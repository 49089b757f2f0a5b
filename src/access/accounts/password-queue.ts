import type { QueueClient } from '../../core/fair-queue.ts'
import { networkOf, wideNetworkOf } from '../networks.ts'
import type { Attempt } from '../throttle.ts'

/** Maximum queued password hashes; `who` is a trusted device, or else the account. */
export const queuedMax = { who: 4, network: 16, wideNetwork: 64, all: 128 }

/** Networks (/24 of IPv4, /48 of IPv6) are served in rotation. */
export function passwordQueueClient({ email, device, address }: Attempt): QueueClient {
  const group = wideNetworkOf(address)
  return {
    group,
    quotas: [
      [device === undefined ? `account ${email}` : `device ${device}`, queuedMax.who],
      [`network ${networkOf(address)}`, queuedMax.network],
      [`wide network ${group}`, queuedMax.wideNetwork],
      ['all', queuedMax.all],
    ],
  }
}
