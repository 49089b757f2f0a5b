/** A text as one line of a title: its first, cut where it is longer than `max` UTF-16 units, with an ellipsis for the rest. */
export function shortened(text: string, max: number): string {
  if (text.length <= max && !text.includes('\n')) return text
  const start = text.slice(0, max - 1).split('\n')[0] ?? ''
  // The cut must not leave half of a surrogate pair.
  return `${start.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}

/** A text as a title, and the whole of it where it has no room in one. */
export function toTitle(text: string, max: number): { title: string; rest: string | null } {
  const title = shortened(text, max)
  return { title, rest: title === text ? null : text }
}

/** The texts that say anything, with an empty line between them; null where none does. */
export function paragraphs(...texts: (string | null | undefined)[]): string | null {
  return texts.filter((text) => text?.trim()).join('\n\n') || null
}
