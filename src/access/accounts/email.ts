import { isEmailAddress } from '../../core/web-url.ts'

const emailPattern = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u
const emailLengthMax = 254

/** The normalized spelling for storage, comparison and counters; does not validate. */
export function normalizeEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

/** The normalized e-mail address of a new account; undefined if it is not valid. */
export function parseNewEmail(text: string): string | undefined {
  const address = normalizeEmail(text)
  return isEmailAddress(address) ? address : undefined
}

/** The normalized e-mail address of an account, which may be from before `parseNewEmail`; undefined if it cannot be one. */
export function parseEmail(text: string): string | undefined {
  const address = normalizeEmail(text)
  return address.length <= emailLengthMax && emailPattern.test(address) ? address : undefined
}
