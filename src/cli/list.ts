import { shortened } from '../importers/kit/clean-text.ts'

/** The columns of a list by heading. A text is one field, and a list as many as it has. */
type Columns<Row> = Record<string, (row: Row) => string | readonly string[]>

/** Prints a table on a terminal, otherwise tab-separated fields without headings, and with `json` the rows as they are. */
export function printList<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  { json }: { json?: boolean | undefined },
): void {
  if (json === true) console.log(JSON.stringify(rows))
  else if (rows.length > 0) console.log(linesOf(rows, columns).join('\n'))
}

const cellLengthMax = 1000

/** A text that stays in its column: sources and errors may have line breaks, and be of any length. */
const toCell = (text: string) => shortened(text.replace(/\s+/g, ' '), cellLengthMax)

function linesOf<Row>(rows: readonly Row[], columns: Columns<Row>): string[] {
  const fields = rows.map((row) =>
    Object.values(columns).map((field) => [field(row)].flat().map(toCell)),
  )
  if (!process.stdout.isTTY) return fields.map((row) => row.flat().join('\t'))
  const headings = Object.keys(columns).map((heading) => heading.toUpperCase())
  const lines = [headings, ...fields.map((row) => row.map((field) => field.join('; ')))]
  const widths = headings.map((_, index) =>
    Math.max(...lines.map((line) => line[index]?.length ?? 0)),
  )
  return lines.map((line) =>
    line
      .map((field, index) => field.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
