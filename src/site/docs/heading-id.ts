/** The id of a heading, from its Markdown: the same that GitHub makes, so that one link serves both. */
export function headingId(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Makes the ids of one page, in its order; the second of two equal headings gets a number, as on GitHub. */
export function headingIds(): (heading: string) => string {
  const seen = new Map<string, number>()
  return (heading) => {
    const id = headingId(heading)
    const count = seen.get(id) ?? 0
    seen.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}
