export type Row = Record<string, unknown>

// Legistar returns at most this number of rows, even if `$top` is larger.
const cap = 1000

/**
 * The rows that Legistar's Web API returns for `$filter`, `$orderby`, `$skip` and `$top`; undefined if it would reject
 * them.
 */
export function select(rows: readonly Row[], query: URLSearchParams): Row[] | undefined {
  const filter = query.get('$filter')
  const clauses = filter === null ? [] : filter.split(' and ').map(alternatives)
  if (clauses.some((clause) => clause === undefined)) return undefined
  const matches = rows.filter((row) => clauses.every((clause) => clause?.some((fits) => fits(row))))
  const order = query.get('$orderby')
  if (order !== null) matches.sort((left, right) => Number(left[order]) - Number(right[order]))
  const skip = Number(query.get('$skip') ?? 0)
  return matches.slice(skip, skip + Math.min(cap, Number(query.get('$top') ?? cap)))
}

const comparison = /^(\w+) (gt|ge) (?:(\d+)|datetime'([0-9T:.-]+)')$/

function alternatives(clause: string): ((row: Row) => boolean)[] | undefined {
  const parts = clause.replace(/^\((.*)\)$/, '$1').split(' or ')
  const read = parts.map((part) => comparison.exec(part))
  if (read.some((match) => match === null)) return undefined
  return read.map((match) => {
    const [, field = '', operator, number, time = ''] = match ?? []
    const operand = number === undefined ? time : Number(number)
    return (row) => {
      const value = row[field] as string | number | null | undefined
      if (value === null || value === undefined) return false
      return operator === 'gt' ? value > operand : value >= operand
    }
  })
}
