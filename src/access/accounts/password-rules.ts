import { lazy } from '../../core/lazy.ts'
import { normalizeEmail } from './email.ts'

/** Code points (NIST SP 800-63B-4, which requires no composition rules). */
export const passwordLengthMin = 8
const lengthMax = 256

/** An error message for an invalid password; undefined if it is valid. */
export async function passwordError(password: string, email: string): Promise<string | undefined> {
  const characters = [...password.normalize('NFC')]
  const { length } = characters
  if (length < passwordLengthMin) return `Use at least ${passwordLengthMin} characters.`
  if (length > lengthMax) return `Use at most ${lengthMax} characters.`
  if (password.includes('\u0000')) return 'Use characters that can be typed.'
  if (new Set(characters).size === 1) return 'Use more than one character.'
  const normalized = normalizeEmail(password)
  if (normalized === email || normalized === email.slice(0, email.lastIndexOf('@')))
    return 'Do not use your e-mail address.'
  const common = await commonPasswords()
  return common.has(password.toLowerCase())
    ? 'This is one of the most common passwords. Choose another.'
    : undefined
}

// Loaded when the first password is chosen, because the list is large.
const commonPasswords = lazy(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordLengthMin))
})
