const emailPattern = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u
const emailLengthMax = 254

/** The one spelling of what was typed, whether it is an address or not: by this is counted, compared and kept. */
export function normalizeEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

/** The form in which an e-mail address is kept and compared; undefined where the text is none. */
export function parseEmail(text: string): string | undefined {
  const address = normalizeEmail(text)
  return address.length <= emailLengthMax && emailPattern.test(address) ? address : undefined
}
