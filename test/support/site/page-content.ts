// Reads the text of HTML with regular expressions, which suffice for the pages of this repository.

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of a piece of HTML. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .trim()
}

const cellsOf = (row: string) =>
  [...row.matchAll(/<t[hd](?: [^>]*)?>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell))

/** The rows of every table, head first, by caption or else by the first head cell. */
export function tablesOf(html: string): Record<string, string[][]> {
  const tables = [...html.matchAll(/<table[^>]*>(.*?)<\/table>/gs)].map(([, table = '']) => {
    const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => cellsOf(row))
    const caption = /<caption>(.*?)<\/caption>/s.exec(table)?.[1]
    return [caption === undefined ? (rows[0]?.[0] ?? '') : textOf(caption), rows] as const
  })
  return Object.fromEntries(tables)
}

/** The description of each term in description lists. */
export function termsOf(html: string): Record<string, string> {
  const terms = [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)]
  return Object.fromEntries(terms.map(([, term = '', text = '']) => [term, textOf(text)]))
}

/** The URL of the next page of a list. */
export function nextOf(html: string): string | undefined {
  const [, href] = /<a href="([^"]*)" rel="next"/.exec(html) ?? []
  return href === undefined ? undefined : textOf(href)
}

/** The URLs of a page's links, in order. */
export function hrefsOf(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => textOf(href))
}
