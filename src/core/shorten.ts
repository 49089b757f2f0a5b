/** The first whole words, with an ellipsis for the others, in at most `length` characters; a longer word is cut. */
export function shorten(line: string, length: number): string {
  if (line.length <= length) return line
  const end = line.lastIndexOf(' ', length - 1)
  if (end > 0) return `${line.slice(0, end)}…`
  // The cut must not leave an unpaired surrogate.
  return `${line.slice(0, length - 1).replace(/\p{Surrogate}$/u, '')}…`
}

const excerptLength = 200

/** The first 200 characters, without splitting a surrogate pair. */
export function excerpt(text: string | null): string | null {
  if (text === null) return null
  const characters = [...text]
  return characters.length <= excerptLength
    ? text
    : `${characters.slice(0, excerptLength - 1).join('')}…`
}
