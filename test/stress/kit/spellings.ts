/** Every character as `%` and its code. */
export const percent = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')

/** A secret in the spellings in which it could lie about; without its first characters, which of a key are shown. */
export function spellings(whole: string): [spelling: string, text: string][] {
  const secret = whole.slice(11)
  return [
    ['plain', secret],
    ['in capitals', secret.toUpperCase()],
    ['in part', secret.slice(0, 24)],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['percent-encoded', percent(secret)],
    // At each of the three positions that a text can begin at in base64; its ends depend on the text around it.
    ...[0, 1, 2].map((shift): [string, string] => {
      const text = Buffer.from(whole.slice(9 + shift)).toString('base64')
      return ['in base64', text.slice(4, text.length > 60 ? 60 : -6)]
    }),
  ]
}
