import { foldText } from '../../core/fold.ts'
import { parseWebUrl } from '../../core/web-url.ts'
import { cleanLine } from '../kit/clean-text.ts'
import type { TableRow } from '../kit/csv-table.ts'
import { elementText } from '../kit/element-text.ts'
import { elementsBelow, type HtmlElement } from '../kit/html-tree.ts'
import { InvalidSource } from '../source.ts'
import type { Field } from './schema.ts'

/** The fields of the rows of pages, in their order. */
export const pageFields = [
  ...(['number', 'date', 'subject', 'kind', 'text'] as const),
  ...(['bylaw_number', 'council_response', 'document_url'] as const),
] as const satisfies readonly Field[]
type PageField = (typeof pageFields)[number]

/** A row with a cell for each of `pageFields`. */
export type PageRow = TableRow

interface Page {
  name: string
  html: string
  /** What links are relative to. */
  base: string | null
}

// Folded, without accents.
const what = `(?:mayor(?:al|'s)? |written |reference |file |de |du |la |le |l'|d'|of |the )*(?:decisions?|directives?|directions?|documents?|instruments?|records?|reference|file|dossier)?`
const headers: Readonly<Partial<Record<PageField, readonly RegExp[]>>> = {
  number: [
    new RegExp(String.raw`^${what} ?(?:number|numbers|no\.?|num\.?|#|id|numero|n°|nº)$`),
    new RegExp(String.raw`^(?:number|no\.?|numero|n°|nº) (?:of |de |du )${what}$`),
    /^reference$/,
  ],
  date: [/^date$/, /^(?:decision |issue |signed )date\b/, /^date\b/, /\bdate$/],
  kind: [/^(?:type|kind|category|categorie|genre)\b/, /^nature\b/],
  bylaw_number: [/^by-?law(?: (?:number|no\.?|#))?$/, /^reglement(?: n°| numero)?$/],
  council_response: [/^council\b/, /^(?:reponse|decision) du conseil\b/, /^overr/],
  subject: [
    /^(?:subject|subject matter|title|topic|objet|sujet|titre)\b/,
    /^description\b/,
    /^(?:(?:mayor(?:al|'s)?|written) )?(?:decision|directive|direction)s?$/,
    /^(?:details?|name|nom|matter)$/,
  ],
  text: [/^(?:summary|reasons?|rationale|resume|motifs?|details?|description)\b/],
}
/** Those without which a table is not one of decisions. */
const required = ['number', 'date', 'subject'] as const

/** The rows of the tables that have numbers, dates and subjects. Throws `InvalidSource` if there is none. */
export function decisionTables(root: HtmlElement, page: Page): PageRow[] {
  const tables = [...elementsBelow(root, isTable, isTable)].map(rowsIn)
  const lineOf = lineCounter(page.html)
  const rows = tables.flatMap((table) => readTable(table, page, lineOf))
  if (rows.length > 0) return rows
  const found = tables.flatMap(([first]) =>
    first === undefined ? [] : `"${textsOf(first).join('", "')}"`,
  )
  const has =
    found.length === 0
      ? 'it has no table'
      : `its tables begin with ${found.slice(0, 10).join('; ')}`
  throw new InvalidSource(
    `${page.name} has no table with the columns that decisions of a mayor have: a number ("Decision Number", "No.", « Numéro »), a date ("Date", "Date issued") and a subject ("Subject", "Title", "Decision", « Objet »); ${has}. Nothing was imported`,
  )
}

const isTable = ({ name }: HtmlElement) => name === 'table'

const rowsIn = (table: HtmlElement): HtmlElement[] => [
  ...elementsBelow(table, ({ name }) => name === 'tr', isTable),
]

const cellsIn = (row: HtmlElement): HtmlElement[] =>
  row.children
    .filter(({ name }) => name === 'td' || name === 'th')
    .flatMap((cell) => Array.from({ length: spanOf(cell) }, () => cell))

const spanOf = ({ attributes }: HtmlElement) => {
  const span = Number(attributes.colspan ?? 1)
  return span >= 1 && span <= 50 ? Math.floor(span) : 1
}

const textOf = (cell: HtmlElement | undefined) => cleanLine(elementText(cell))

const textsOf = (row: HtmlElement): string[] => cellsIn(row).map((cell) => textOf(cell) ?? '')

function readTable(
  rows: readonly HtmlElement[],
  page: Page,
  lineOf: (at: number) => number,
): PageRow[] {
  // A caption or a year may precede the headers.
  const at = rows.slice(0, 3).findIndex((row) => columnsIn(textsOf(row)) !== null)
  const head = rows[at]
  const columns = head && columnsIn(textsOf(head))
  if (head === undefined || !columns) return []
  return rows.slice(at + 1).flatMap((row) => {
    const cells = cellsIn(row)
    const isHeading = new Set(cells).size < required.length || columnsIn(textsOf(row)) !== null
    if (isHeading) return []
    const link = linkIn(row, page.base)
    return {
      line: lineOf(row.start),
      cells: pageFields.map((field) =>
        field === 'document_url' ? link : (textOf(cells[columns.get(field) ?? -1]) ?? ''),
      ),
    }
  })
}

/** The columns of a row of headers; null if it has not all that are required. */
function columnsIn(texts: readonly string[]): ReadonlyMap<PageField, number> | null {
  const folded = texts.map((text) =>
    foldText(text)
      .replace(/[’]/g, "'")
      .replace(/[:*]+$/, '')
      .trim(),
  )
  const columns = new Map<PageField, number>()
  const taken = new Set<number>()
  for (const [field, patterns] of Object.entries(headers) as [PageField, readonly RegExp[]][])
    for (const pattern of patterns) {
      const at = folded.findIndex((text, index) => !taken.has(index) && pattern.test(text))
      if (at < 0 || columns.has(field)) continue
      columns.set(field, at)
      taken.add(at)
    }
  return required.every((field) => columns.has(field)) ? columns : null
}

/** The first file that a row links to, or else its first link. */
function linkIn(row: HtmlElement, base: string | null): string {
  const links = [...elementsBelow(row, ({ name }) => name === 'a')].flatMap(
    ({ attributes: { href } }) => parseWebUrl(href?.trim() ?? '', base ?? undefined)?.href ?? [],
  )
  return links.find((link) => /\.(?:pdf|docx?)(?:$|[?#])/i.test(link)) ?? links[0] ?? ''
}

/** The line of each position in a page, asked in order. */
function lineCounter(html: string): (at: number) => number {
  let line = 1
  let end = 0
  return (at) => {
    for (
      let next = html.indexOf('\n', end);
      next >= 0 && next < at;
      next = html.indexOf('\n', end)
    ) {
      line += 1
      end = next + 1
    }
    return line
  }
}
