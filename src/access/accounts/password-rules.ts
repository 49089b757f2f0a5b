import { lazy } from '../../core/lazy.ts'
import { normalizeEmail } from './email.ts'

/** Characters (code points) that a password has at least (NIST SP 800-63B-4 asks for no other rule). */
export const passwordLengthMin = 8
const lengthMax = 256

/** What is wrong with a new password for the account of `email`, in words for the person who chose it; undefined when nothing is. */
export async function passwordError(password: string, email: string): Promise<string | undefined> {
  const characters = [...password.normalize('NFC')]
  const { length } = characters
  if (length < passwordLengthMin) return `Use at least ${passwordLengthMin} characters.`
  if (length > lengthMax) return `Use at most ${lengthMax} characters.`
  if (password.includes('\u0000')) return 'Use characters that can be typed.'
  if (new Set(characters).size === 1) return 'Use more than one character.'
  const folded = normalizeEmail(password)
  if (folded === email || folded === email.slice(0, email.lastIndexOf('@')))
    return 'Do not use your e-mail address.'
  const common = await commonPasswords()
  return common.has(password.toLowerCase())
    ? 'This is one of the most common passwords. Choose another.'
    : undefined
}

// Some ten thousand words, read when the first person chooses a password.
const commonPasswords = lazy(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordLengthMin))
})
