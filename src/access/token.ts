import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** A random secret of 256 bits, and the hash that is stored. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** SHA-256, 64 lower-case hex digits. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

// Crockford's base 32: without I, L, O and U, which are easily misread.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const digits = 24

/** A one-time code of 120 random bits, and the hash that is stored. */
export function newRecoveryCode(): { code: string; hash: string } {
  const text = Array.from(randomBytes(digits), (byte) => alphabet[byte % alphabet.length]).join('')
  const code = text.replace(/.{4}(?!$)/g, '$&-')
  return { code, hash: hashRecoveryCode(code) }
}

/** Ignores hyphens, spaces and case, and reads O as 0, I and L as 1. */
export function hashRecoveryCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return hashToken(code.replaceAll('O', '0').replace(/[IL]/g, '1'))
}
