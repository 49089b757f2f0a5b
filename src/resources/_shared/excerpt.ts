const excerptLength = 200

/** The first 200 characters of a long text, cut at a whole character. */
export function excerpt(text: string | null): string | null {
  if (text === null) return null
  const characters = [...text]
  return characters.length <= excerptLength
    ? text
    : `${characters.slice(0, excerptLength - 1).join('')}…`
}
