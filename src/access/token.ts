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
