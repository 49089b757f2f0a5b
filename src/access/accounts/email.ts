const emailPattern = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u
const emailLengthMax = 254

/** The normalized spelling for storage, comparison and counters; does not validate. */
export function normalizeEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

/** The normalized e-mail address; undefined if it is not valid. */
export function parseEmail(text: string): string | undefined {
  const address = normalizeEmail(text)
  return address.length <= emailLengthMax && emailPattern.test(address) ? address : undefined
}
