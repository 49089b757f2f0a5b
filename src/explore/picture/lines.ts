/** Widths of characters of Inter Bold in em, the widest of each group; others are as wide as capitals. */
const widths: readonly [RegExp, number][] = [
  [/[ ijlI.,:;!'’|·]/, 0.34],
  [/[frt()[\]/]/, 0.42],
  [/[mwM]/, 0.93],
  [/[W—…@%œŒæÆ]/, 1.06],
  [/[\p{Ll}\d–-]/u, 0.67],
]
const capitals = 0.8
const widest = 1.06

const widthOf = (character: string) =>
  widths.find(([pattern]) => pattern.test(character))?.[1] ?? capitals

const lengthOf = (text: string) => [...text].reduce((sum, character) => sum + widthOf(character), 0)

/** A text in lines of at most `width` em; the last one ends in … if there would be more than `max`. */
export function linesOf(text: string, { width, max }: { width: number; max: number }): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).flatMap((one) => partsOf(one, width))) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lengthOf(longer) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  if (lines.length <= max) return lines
  const last = lines[max - 1] ?? ''
  return [...lines.slice(0, max - 1), `${last.replace(/.[\s\p{P}]*$/u, '')}…`]
}

/** A word in parts that are not longer than a line. */
function partsOf(word: string, width: number): string[] {
  const most = Math.floor(width / widest)
  return word.match(new RegExp(`.{1,${most}}`, 'gu')) ?? []
}

/** Whether the font has every character of a text. */
export function isDrawable(text: string): boolean {
  return /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Mn}\d\p{P}\p{Sc}\p{Sm}\p{Sk}\s\u00a0-\u00ff]*$/u.test(
    text,
  )
}
