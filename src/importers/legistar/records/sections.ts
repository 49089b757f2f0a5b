interface Section {
  title: string | null
  text: string
}

const heading = /^(?:(?:SECTION|Section|§)\s*\d+[a-z]?)(?=[.:])/gm

/** The text of a law, split at its numbered sections; any other text is one section. */
export function toSections(text: string): Section[] {
  const starts = [...text.matchAll(heading)].map(({ index, 0: title }) => ({ index, title }))
  const parts = starts.map(({ index, title }, i) => ({
    title: title.replace(/\s+/g, ' '),
    text: text.slice(index, starts[i + 1]?.index).trim(),
  }))
  const before = text.slice(0, starts[0]?.index).trim()
  return before === '' ? parts : [{ title: null, text: before }, ...parts]
}
