import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import { systemClock } from '../core/clock.ts'
import { createKeyForEmail } from './keys.ts'
import { newToken } from './token.ts'

const count = 200

/** All differ, and no bit is nearly always the same. */
function expectRandom(all: readonly Buffer[], length: number): void {
  expect(new Set(all.map((bytes) => bytes.toString('hex'))).size).toBe(count)
  expect(all.every((bytes) => bytes.length === length)).toBe(true)
  // Eight standard deviations.
  const spread = 8 * Math.sqrt(count / 4)
  for (let bit = 0; bit < length * 8; bit += 1) {
    const ones = all.filter((bytes) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1).length
    expect(Math.abs(ones - count / 2)).toBeLessThan(spread)
  }
}

it('tokens of sessions and links are 256 random bits', () => {
  const all = Array.from({ length: count }, () => Buffer.from(newToken().token, 'base64url'))
  expectRandom(all, 32)
})

it('keys are 224 random bits and their CRC32', async () => {
  const { store, remove } = await freshStore()
  const account = { email: 'tests@pemberley.example', name: null, keysMax: count }
  const keys: string[] = []
  for (let n = 0; n < count; n += 1)
    keys.push((await createKeyForEmail(store, account, systemClock)).key)
  await remove()
  expectRandom(
    keys.map((key) => Buffer.from(key.slice(3, 59), 'hex')),
    28,
  )
  // gzip ends in the CRC32, in little-endian order, and the length.
  for (const key of keys)
    expect(gzipSync(key.slice(0, 59)).subarray(-8, -4).reverse().toString('hex')).toBe(
      key.slice(59),
    )
})
