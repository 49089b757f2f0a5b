/** The first whole words, with an ellipsis for the others, in at most `length` characters; a longer word is cut. */
export function shorten(line: string, length: number): string {
  if (line.length <= length) return line
  const end = line.lastIndexOf(' ', length - 1)
  if (end > 0) return `${line.slice(0, end)}…`
  // The cut must not leave an unpaired surrogate.
  return `${line.slice(0, length - 1).replace(/\p{Surrogate}$/u, '')}…`
}

const excerptLength = 200

/** The first 200 characters, without splitting a surrogate pair; no more of a long text is read. */
export function excerpt(text: string | null): string | null {
  if (text === null || text.length <= excerptLength) return text
  let [cut, end] = [0, 0]
  for (let count = 0; count < excerptLength; count += 1) {
    cut = end
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
    if (end >= text.length) return text
  }
  return `${text.slice(0, cut)}…`
}
