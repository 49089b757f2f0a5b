/** Characters (code points) that a password has at least (NIST SP 800-63B-4 asks for no other rule). */
export const passwordLengthMin = 8
const lengthMax = 256

/** What is wrong with a new password, in words for the person who chose it; undefined when nothing is. */
export async function passwordFault(password: string): Promise<string | undefined> {
  const length = [...password.normalize('NFC')].length
  if (length < passwordLengthMin) return `Use at least ${passwordLengthMin} characters.`
  if (length > lengthMax) return `Use at most ${lengthMax} characters.`
  if (password.includes('\u0000')) return 'Use characters that can be typed.'
  const common = await commonPasswords()
  return common.has(password.toLowerCase())
    ? 'This is one of the most common passwords. Choose another.'
    : undefined
}

let known: Promise<Set<string>> | undefined

// Some ten thousand words, read when the first person chooses a password.
function commonPasswords(): Promise<Set<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordLengthMin)),
  )
  return known
}
