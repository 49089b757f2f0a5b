// What a page says, read from its HTML as text: enough for pages that this repository draws itself.

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

/** The rows of every table, head first; a table is under its caption, or else its first head. */
export function tablesOf(html: string): Record<string, string[][]> {
  const tables = [...html.matchAll(/<table[^>]*>(.*?)<\/table>/gs)].map(([, table = '']) => {
    const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => cellsOf(row))
    const caption = /<caption>(.*?)<\/caption>/s.exec(table)?.[1]
    return [caption === undefined ? (rows[0]?.[0] ?? '') : textOf(caption), rows] as const
  })
  return Object.fromEntries(tables)
}

/** What stands after each term of the description lists. */
export function termsOf(html: string): Record<string, string> {
  const terms = [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)]
  return Object.fromEntries(terms.map(([, term = '', text = '']) => [term, textOf(text)]))
}

/** Where the links of a page lead, in their order. */
export function hrefsOf(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => textOf(href))
}
