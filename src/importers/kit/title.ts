/** The first line of a text, truncated to `max` UTF-16 units, with an ellipsis for the rest. */
export function shortened(text: string, max: number): string {
  if (text.length <= max && !text.includes('\n')) return text
  const start = text.slice(0, max - 1).split('\n')[0] ?? ''
  // The cut must not leave an unpaired surrogate.
  return `${start.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}

/** A text as a title, and the full text if the title is truncated. */
export function toTitle(text: string, max: number): { title: string; rest: string | null } {
  const title = shortened(text, max)
  return { title, rest: title === text ? null : text }
}

/** The texts that are not blank, separated by empty lines; null if all are blank. */
export function paragraphs(...texts: (string | null | undefined)[]): string | null {
  return texts.filter((text) => text?.trim()).join('\n\n') || null
}
