import { basename } from 'node:path'
import { publicAddress } from '../../core/public-address.ts'
import { downloadText, isAddress } from '../kit/csv-table.ts'
import { parseHtml } from '../kit/html-tree.ts'
import { RequestError } from '../kit/retries.ts'
import { dayIn, orderOf, writtenDay } from '../kit/table-days.ts'
import { originOf, readMappingFile } from '../kit/table-mapping.ts'
import { readTextFile, UnreadableFile } from '../kit/text-file.ts'
import {
  type ImportSource,
  InvalidSource,
  type OpenedSource,
  type OpenOptions,
  SourceError,
} from '../source.ts'
import { decisionTables, type PageRow, pageFields } from './page-tables.ts'
import { type DecisionTable, readDecisions, unreadDay } from './rows.ts'
import { type PageMapping, pageMappingCheck } from './schema.ts'

/** A page of a municipality with a table of decisions of the mayor. */
export const mayoralDecisionsPage: ImportSource = {
  name: 'mayoral-decisions-page',
  describe:
    'a web page with a table of decisions of the mayor, by its address, or as a file; --map can say more',
  takes: ['map'],
  async open(location, options = {}): Promise<OpenedSource> {
    const mapping: Partial<PageMapping> =
      options.map === undefined
        ? {}
        : await readMappingFile(options.map, pageMappingCheck, () => null)
    const address = isAddress(location) ? new URL(location) : null
    const name = address === null ? basename(location) : publicAddress(location)
    const html = await readPage(location, options)
    const page = parseHtml(html)
    if (page === undefined)
      throw new InvalidSource(`${name} is nested too deep to be read; nothing was imported`)
    const rows = decisionTables(page, { name, html, base: address?.href ?? mapping.url ?? null })
    return {
      name: mapping.source ?? 'mayoral-decisions',
      ...originOf(mapping, location),
      expected: rows.length,
      items: readDecisions({
        table: { name, rows: iterate(rows) },
        layout: new Map(pageFields.map((field, at) => [field, at])),
        words: mapping.kind_words,
        dayOf: readerOf(rows, mapping.date_order ?? null),
      }),
    }
  },
}

async function readPage(location: string, options: OpenOptions): Promise<string> {
  try {
    return isAddress(location)
      ? await downloadText(location, 'text/html', options)
      : await readTextFile(location)
  } catch (error) {
    if (error instanceof RequestError)
      throw new SourceError(`${error.message}; nothing was imported`)
    if (error instanceof UnreadableFile)
      throw new SourceError(`${location} ${error.message}; nothing was imported`)
    throw error
  }
}

async function* iterate(rows: readonly PageRow[]) {
  yield* rows
}

/** Reads dates of a page. Day and month of numbers have the order of the mapping, or the only one that fits all of them. */
function readerOf(
  rows: readonly PageRow[],
  stated: PageMapping['date_order'],
): DecisionTable['dayOf'] {
  const dates = rows.flatMap(({ cells }) => cells[pageFields.indexOf('date')] ?? [])
  const ambiguous = dates.filter((one) => dayIn(one, 'ymd') === null && daysOf(one).length > 0)
  const order = stated ?? orderOf(ambiguous)
  return (written, location, diagnostics) => {
    const named = writtenDay(written) ?? dayIn(written, 'ymd')?.date
    if (named !== undefined) return named
    const days = order === null ? daysOf(written) : [dayIn(written, order)?.date ?? null]
    const [day, ...others] = days
    if (day != null && others.length === 0) return day
    const why =
      others.length === 0
        ? 'which is not a date that can be read'
        : 'of which the page does not say whether the month or the day is first: set "date_order" in a mapping'
    diagnostics.addWarning({ location, subject: 'row', reason: unreadDay(written, why) })
    return null
  }
}

/** The days that a date of numbers can be. */
const daysOf = (written: string): string[] => [
  ...new Set((['mdy', 'dmy'] as const).flatMap((order) => dayIn(written, order)?.date ?? [])),
]
