/** With more, a page would hold the event loop for over 100 ms if each character needs an entity. */
const pageMax = { characters: 400_000, sections: 1000 }

/** A function for the sections of a document in their order: the page of each, from 1. */
export function documentPages(): (text: string) => number {
  let [page, characters, sections] = [1, 0, 0]
  return (text) => {
    characters += text.length
    sections += 1
    if (sections > 1 && (characters > pageMax.characters || sections > pageMax.sections)) {
      page += 1
      characters = text.length
      sections = 1
    }
    return page
  }
}

/** The anchor of a section of a document, whose first has the position 1. */
export const sectionAnchor = (position: number): string => `s-${position}`

/** A text in parts that fit on a page, each cut after a line or a word if it has one. */
export function dividedText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > pageMax.characters) {
    const end = cutOf(rest.slice(0, pageMax.characters))
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest]
}

/** The last line or word must not be far from the end; a surrogate pair is not cut. */
function cutOf(text: string): number {
  const nearest = ['\n', ' '].map((mark) => text.lastIndexOf(mark) + 1)
  const end = nearest.find((at) => at > text.length / 2) ?? text.length
  return end === text.length ? text.replace(/[\ud800-\udbff]$/, '').length : end
}
