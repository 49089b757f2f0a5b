import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'rv_'
const randomHexLength = 56
const keyPattern = /^rv_[0-9a-f]{64}$/

/** Characters of a key that may be shown and stored in the clear: the prefix and eight hex digits. */
export const shownPrefixLength = 11

/**
 * Builds a key of 67 characters from 28 random bytes: `rv_`, 56 hex digits, and the CRC32 of all that as 8 hex
 * digits, so that secret scanners can tell a key from noise. Verification never requires the checksum.
 */
export function formatKey(random: Buffer): string {
  const body = prefix + random.toString('hex').slice(0, randomHexLength)
  return body + crc32(body).toString(16).padStart(8, '0')
}

/** Whether `value` has the shape of a key (contract 5.2). Says nothing about whether the key exists. */
export function isKeyShaped(value: string): boolean {
  return keyPattern.test(value)
}

/** The only form in which a key is kept: SHA-256, 64 lower-case hex digits (contract 5.5). */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex')
}
