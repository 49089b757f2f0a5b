type Entry = [path: string, texts: string[]]

const argument = '§'

/** Every text of a dictionary by its path, without what is inserted into it. */
export function textsOf(words: object, path = ''): Entry[] {
  return Object.entries(words).flatMap(([name, value]): Entry[] => {
    const here = `${path}.${name}`
    if (typeof value === 'string') return [[here, piecesOf(value)]]
    if (typeof value === 'function') return [[here, piecesOf(call(value))]]
    return textsOf(value as object, here)
  })
}

function piecesOf(text: string): string[] {
  return text
    .split(/§|\{\w+\}/)
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}{2}/u.test(piece))
}

/** Texts are inserted as they are, numbers as plurals, and lists as one item. */
function call(words: (...args: unknown[]) => string): string {
  const text: unknown = Object.assign([argument, argument], {
    toString: () => argument,
    toLowerCase: () => argument,
    slice: () => text,
  })
  return String(words(...Array.from({ length: words.length || 3 }, () => text)))
}

/** The text nodes of a page, and the attributes that are read out. */
export function shownTexts(html: string): string[] {
  const read = html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
  const nodes = [...read.matchAll(/>([^<]+)</g)].map(([, text = '']) => text)
  const attributes = [...read.matchAll(/ (?:aria-label|data-copy|content)="([^"]*)"/g)]
  return [...nodes, ...attributes.map(([, text = '']) => text)]
    .map((text) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
    .map((text) => text.trim())
}
