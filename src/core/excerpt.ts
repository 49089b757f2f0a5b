const excerptLength = 200

/** The first 200 characters, without splitting a surrogate pair. */
export function excerpt(text: string | null): string | null {
  if (text === null) return null
  const characters = [...text]
  return characters.length <= excerptLength
    ? text
    : `${characters.slice(0, excerptLength - 1).join('')}…`
}
