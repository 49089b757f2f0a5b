// The WHATWG's rule for e-mail fields, with the letters of all alphabets and at least one dot in the domain.
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const pattern = new RegExp(
  `^[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:[.]${label})+$`,
  'u',
)
// RFC 5321 allows no longer one.
const lengthMax = 254

export function isEmailAddress(text: string): boolean {
  return text.length <= lengthMax && pattern.test(text)
}
