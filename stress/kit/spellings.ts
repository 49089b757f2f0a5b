/** Percent-encodes every character. */
export const percent = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')

/** A secret in the encodings in which it could be found; without the first characters of a key, which are shown. */
export function spellings(whole: string): [spelling: string, text: string][] {
  const secret = whole.slice(11)
  return [
    ['plain', secret],
    ['in capitals', secret.toUpperCase()],
    ['in part', secret.slice(0, 24)],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['percent-encoded', percent(secret)],
    // One for each alignment in base64, without the ends, which depend on the text around it.
    ...[0, 1, 2].map((shift): [string, string] => {
      const text = Buffer.from(whole.slice(9 + shift)).toString('base64')
      return ['in base64', text.slice(4, text.length > 60 ? 60 : -6)]
    }),
  ]
}
