import { randomBytes } from 'node:crypto'
import { hashToken } from '../token.ts'

// Crockford's base 32: without I, L, O and U, which are misread.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const digits = 24

/** A code of 120 random bits that chooses another password once, and the only form in which it is kept. */
export function newRecoveryCode(): { code: string; hash: string } {
  const text = Array.from(randomBytes(digits), (byte) => alphabet[byte % alphabet.length]).join('')
  const code = text.replace(/.{4}(?!$)/g, '$&-')
  return { code, hash: hashRecoveryCode(code) }
}

/** SHA-256 of a code as somebody typed it: hyphens, spaces and case do not matter, nor O for 0, I or L for 1. */
export function hashRecoveryCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return hashToken(code.replaceAll('O', '0').replace(/[IL]/g, '1'))
}
