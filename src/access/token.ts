import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** A secret of 256 random bits that a browser brings back, and the only form in which it is kept. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** SHA-256, 64 lower-case hex digits. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
