/** Widths of characters of Inter Bold in em, the widest of each group; others are as wide as capitals. */
const widths: readonly [RegExp, number][] = [
  [/[ ijlI.,:;!'’|·]/, 0.34],
  [/[frt()[\]/]/, 0.42],
  [/[mwM]/, 0.93],
  [/[W—…@%œŒæÆ]/, 1.06],
  [/[\p{Ll}\d–-]/u, 0.67],
]
const capitals = 0.8
export const widest = 1.06

const widthOf = (character: string) =>
  widths.find(([pattern]) => pattern.test(character))?.[1] ?? capitals

/** The width of a text of one line, in em. */
export const lengthOf = (text: string) =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0)
