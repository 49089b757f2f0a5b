import { describe, expect, it } from 'vitest'
import { networkOf, wideNetworkOf } from './networks.ts'

describe('a network', () => {
  it('is an IPv4 address, also a mapped one, or 64 bits of an IPv6 one', () => {
    expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'))
    expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8:1:3::')).not.toBe(networkOf('2001:db8:1:2::'))
    expect(networkOf('not an address')).toBe('unknown')
  })

  it('is wide as a /24 or a /48, which name no household', () => {
    expect(wideNetworkOf('192.0.2.77')).toBe('192.0.2.0/24')
    expect(wideNetworkOf('::ffff:192.0.2.77')).toBe('192.0.2.0/24')
    expect(wideNetworkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1::/48')
    expect(wideNetworkOf('')).toBe('unknown')
  })
})
