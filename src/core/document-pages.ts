/** More on one page makes a browser slow; a section is never divided. */
const pageMax = { characters: 500_000, sections: 1000 }

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
