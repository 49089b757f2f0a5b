import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Throttle } from './throttle.ts'
import { TrustedDeviceTokens } from './trusted-device-tokens.ts'

const from = (address: string, email = 'ada@example.ca', device?: string) => ({
  email,
  address,
  device,
})

const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)

let throttle: Throttle
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] })
  throttle = new Throttle()
})
afterEach(() => void vi.useRealTimers())

/** Fails until the account must wait a minute or more; returns the seconds. */
async function failUntilLongPause(): Promise<number> {
  for (let i = 0; ; i += 1) {
    const wait = await throttle.attempt(from(`192.0.3.${i}`))
    if (wait >= 60) return wait
    pass(wait * 1000)
  }
}

describe('the throttle of sign-in', () => {
  it('allows five failures, then requires pauses of 1, 2, 4 … seconds, up to 15 minutes', async () => {
    for (let i = 1; i < 5; i += 1) expect(await throttle.attempt(from(`192.0.2.${i}`))).toBe(0)
    for (const [i, seconds] of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900].entries()) {
      const attempt = from(`192.0.2.${i + 5}`)
      expect(await throttle.attempt(attempt)).toBe(0)
      const wait = await throttle.attempt(attempt)
      expect(wait).toBe(seconds)
      pass(wait * 1000)
    }
  })

  it('checks at most 100 wrong passwords of one account per day, from any number of IP addresses', async () => {
    let checked = 0
    for (let second = 0; second < 24 * 60 * 60; second += 300) {
      for (let i = 0; i < 5; i += 1) {
        const wait = await throttle.attempt(from(`10.${second % 251}.${i}.1`))
        if (wait === 0) checked += 1
      }
      pass(300_000)
    }
    expect(checked).toBeGreaterThan(50)
    expect(checked).toBeLessThanOrEqual(100)
  })

  it('counts attempts before they are checked, so that parallel attempts cannot bypass the limit', async () => {
    const tries = Array.from({ length: 50 }, (_, i) => throttle.attempt(from(`192.0.2.${i}`)))
    const passed = (await Promise.all(tries)).filter((wait) => wait === 0)
    expect(passed).toHaveLength(5)
  })

  it('allows 20 failures per IP address in 15 minutes, over all accounts', async () => {
    const attempt = (i: number) => throttle.attempt(from('2001:db8::1', `p${i}@example.ca`))
    for (let i = 0; i < 20; i += 1) expect(await attempt(i)).toBe(0)
    expect(await attempt(21)).toBeGreaterThan(800)
    pass(900_000)
    expect(await attempt(22)).toBe(0)
  })

  it('allows 200 failures per /48 of IPv6, however many networks it has', async () => {
    let passed = 0
    for (let i = 0; i < 220; i += 1) {
      const attempt = from(`2001:db8:7:${i.toString(16)}::1`, `p${i}@example.ca`)
      if ((await throttle.attempt(attempt)) === 0) passed += 1
    }
    expect(passed).toBe(200)
    expect(await throttle.attempt(from('2001:db8:8::1', 'other@example.ca'))).toBe(0)
  })

  it('allows 60 sign-ins per account in 15 minutes, in a trusted browser too', async () => {
    const knownBrowser = from('192.0.2.1', undefined, 'known')
    for (let i = 0; i < 60; i += 1) {
      expect(await throttle.attempt(knownBrowser)).toBe(0)
      await throttle.recordSuccess(knownBrowser)
    }
    expect(await throttle.attempt(knownBrowser)).toBeGreaterThan(800)
    expect(await throttle.attempt(from('192.0.2.1', 'bob@example.ca'))).toBe(0)
    pass(900_000)
    expect(await throttle.attempt(knownBrowser)).toBe(0)
  })

  it('allows 300 sign-ins per IP address in 15 minutes, over all accounts', async () => {
    const attempt = (i: number) => from('192.0.2.1', `p${i % 10}@example.ca`)
    for (let i = 0; i < 300; i += 1) {
      expect(await throttle.attempt(attempt(i))).toBe(0)
      await throttle.recordSuccess(attempt(i))
    }
    expect(await throttle.attempt(from('192.0.2.1', 'new@example.ca'))).toBeGreaterThan(800)
    expect(await throttle.attempt(from('192.0.2.2', 'new@example.ca'))).toBe(0)
  })

  it('allows 3,000 sign-ins per /48 of IPv6, however many networks it has', async () => {
    const attempt = (i: number) =>
      from(`2001:db8:7:${(i % 250).toString(16)}::1`, `p${i % 250}@example.ca`)
    for (let i = 0; i < 3000; i += 1) {
      expect(await throttle.attempt(attempt(i))).toBe(0)
      await throttle.recordSuccess(attempt(i))
    }
    expect(await throttle.attempt(from('2001:db8:7:ffff::1'))).toBeGreaterThan(800)
    expect(await throttle.attempt(from('2001:db8:8::1'))).toBe(0)
  })

  it('clears the failures of an account after a success', async () => {
    for (let i = 0; i < 60; i += 1) {
      const attempt = from('192.0.2.1')
      expect(await throttle.attempt(attempt)).toBe(0)
      if (i % 3 === 2) await throttle.recordSuccess(attempt)
      pass(60_000)
    }
  })

  it('does not lock the owner out of a trusted browser', async () => {
    await failUntilLongPause()
    expect(await throttle.attempt(from('198.51.100.1'))).toBeGreaterThan(0)
    expect(await throttle.attempt(from('198.51.100.1', undefined, 'known'))).toBe(0)
  })

  it('does not reject the owner in a trusted browser because of the IP address that others guess from', async () => {
    for (let i = 0; i < 25; i += 1) await throttle.attempt(from('192.0.2.1', `p${i}@example.ca`))
    expect(await throttle.attempt(from('192.0.2.1', 'eve@example.ca'))).toBeGreaterThan(800)
    expect(await throttle.attempt(from('192.0.2.1', 'ada@example.ca', 'known'))).toBe(0)
  })

  it('clears the failures of an account after its password has changed', async () => {
    for (let i = 0; i < 50; i += 1) await throttle.attempt(from(`192.0.2.${i}`))
    await throttle.clear('ada@example.ca')
    expect(await throttle.attempt(from('198.51.100.1'))).toBe(0)
  })
})

describe('the throttle of sign-up', () => {
  it('allows 30 accounts per IP address in an hour', async () => {
    for (let i = 0; i < 30; i += 1) expect(await throttle.signUp('192.0.2.1')).toBe(0)
    expect(await throttle.signUp('192.0.2.1')).toBe(3600)
    expect(await throttle.signUp('192.0.2.2')).toBe(0)
  })

  it('allows 300 accounts per /48 of IPv6, however many networks it has', async () => {
    const signUp = (i: number) => throttle.signUp(`2001:db8:7:${i.toString(16)}::1`)
    for (let i = 0; i < 300; i += 1) expect(await signUp(i)).toBe(0)
    expect(await signUp(300)).toBe(3600)
    expect(await throttle.signUp('2001:db8:8::1')).toBe(0)
  })

  it('does not count sign-ups that created no account', async () => {
    for (let i = 0; i < 100; i += 1) {
      expect(await throttle.signUp('192.0.2.1')).toBe(0)
      await throttle.refundSignUp('192.0.2.1')
    }
  })
})

describe('a refunded attempt', () => {
  it('does not count as a failure of the account or of the IP address', async () => {
    for (let i = 0; i < 200; i += 1) {
      const attempt = from('192.0.2.1')
      expect(await throttle.attempt(attempt)).toBe(0)
      await throttle.refund(attempt)
    }
  })

  it('does not undo the failures before it', async () => {
    pass(1000 * (await failUntilLongPause()))
    expect(await throttle.attempt(from('192.0.2.7'))).toBe(0)
    await throttle.refund(from('192.0.2.7'))
    expect(await throttle.attempt(from('192.0.2.8'))).toBeGreaterThan(0)
  })
})

describe('a trusted browser', () => {
  const devices = new TrustedDeviceTokens('a secret')
  it('is trusted only for its own account', () => {
    const value = devices.issue('ada@example.ca')
    expect(devices.read(value, 'ada@example.ca')).toMatch(/^[0-9a-f-]{36}$/)
    expect(devices.read(value, 'bob@example.ca')).toBeUndefined()
  })

  it('cannot be forged', () => {
    const value = devices.issue('ada@example.ca')
    const [id] = value.split('.')
    const other = new TrustedDeviceTokens('another secret').issue('ada@example.ca')
    for (const forged of [
      undefined,
      '',
      '.',
      `${id}.`,
      `${id}.x`,
      `${value}x`,
      `${value}.x`,
      other,
    ])
      expect(devices.read(forged, 'ada@example.ca'), forged).toBeUndefined()
  })
})
