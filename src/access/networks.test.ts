import { describe, expect, it } from 'vitest'
import { networkOf, queueClientOf, wideNetworkOf } from './networks.ts'

describe("a client's network", () => {
  it('is an IPv4 address (also if mapped to IPv6), or the /64 of an IPv6 address', () => {
    expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'))
    expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8:1:3::')).not.toBe(networkOf('2001:db8:1:2::'))
    expect(networkOf('not an address')).toBe('unknown')
  })

  it('in its wide form is a /24 or a /48, which do not identify a household', () => {
    expect(wideNetworkOf('192.0.2.77')).toBe('192.0.2.0/24')
    expect(wideNetworkOf('::ffff:192.0.2.77')).toBe('192.0.2.0/24')
    expect(wideNetworkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1::/48')
    expect(wideNetworkOf('')).toBe('unknown')
  })

  it.each(['192.0.2.77', '::ffff:192.0.2.77', '2001:db8:1:2:3::4', 'unknown'])(
    'in a queue is both: %s',
    (address) => {
      const [group, member] = [wideNetworkOf(address), networkOf(address)]
      expect(queueClientOf(address)).toEqual({ group, member })
    },
  )
})
