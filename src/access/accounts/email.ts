const emailPattern = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u
const emailLengthMax = 254

/** The form in which an e-mail address is kept and compared; undefined where the text is none. */
export function parseEmail(text: string): string | undefined {
  const address = text.trim().normalize('NFC').toLowerCase()
  return address.length <= emailLengthMax && emailPattern.test(address) ? address : undefined
}
