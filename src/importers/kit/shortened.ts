/** A text as one line of a title: its first, cut where it is longer than `max` UTF-16 units, with an ellipsis for the rest. */
export function shortened(text: string, max: number): string {
  if (text.length <= max && !text.includes('\n')) return text
  const start = text.slice(0, max - 1).split('\n')[0] ?? ''
  // The cut must not leave half of a surrogate pair.
  return `${start.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
