import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'rv_'
const randomHexLength = 56
const keyPattern = /^rv_[0-9a-f]{64}$/

/** The part of a key that is stored and shown: `rv_` and eight hex digits. */
export const shownPrefixLength = 11

/**
 * `rv_`, 56 hex digits from 28 random bytes, and their CRC32 as 8 hex digits, so that secret scanners can recognize keys.
 * Verification does not require the checksum.
 */
export function formatKey(random: Buffer): string {
  const body = prefix + random.toString('hex').slice(0, randomHexLength)
  return body + crc32(body).toString(16).padStart(8, '0')
}

/** Checks the format only. */
export function isKeyShaped(value: string): boolean {
  return keyPattern.test(value)
}

/** The stored form of a key: SHA-256, 64 lower-case hex digits. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex')
}
