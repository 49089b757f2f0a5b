import { toUrl } from '../../core/web-url.ts'
import type { DeclarationRecord } from '../../record/declarations.ts'
import { cleanLine, cleanText } from '../kit/clean-text.ts'
import { openTable, type Table, type TableRow } from '../kit/csv-table.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { naturalKey } from '../kit/natural-keys.ts'
import { TableDays } from '../kit/table-days.ts'
import { type TableLayout, tableLayout } from '../kit/table-layout.ts'
import { meaningOf, originOf, readMappingFile } from '../kit/table-mapping.ts'
import { type LocatedRecord, readRecords } from '../kit/table-records.ts'
import type { ImportSource, OpenedSource, SourceItem } from '../source.ts'
import { type Field, type Mapping, mappingCheck } from './schema.ts'

/** The table "Registry of Declared Interest" of Toronto. */
const toronto: Mapping = {
  source: 'declared-interests',
  columns: {
    body: 'Committee',
    given_name: 'First Name',
    family_name: 'Last Name',
    item_number: 'Item',
    item_title: 'Item Title',
    received_on: 'Receive Date',
    text: 'Verbal Declaration',
    declared_on: 'Verbal Declaration Date',
    statement_url: ['Written Declaration', 'Written Declaration Link', 'Written Declaration URL'],
  },
}

/** Columns that the table of a registry may lack without another mapping. */
const optional: readonly Field[] = ['statement_url']

/** A table of declared interests of any council. */
export const declarationsCsv: ImportSource = {
  name: 'declarations-csv',
  describe:
    'a CSV table of declared interests, or an address; without --map as Toronto publishes it',
  takes: ['map'],
  async open(location, options = {}): Promise<OpenedSource> {
    const mapping =
      options.map === undefined
        ? toronto
        : await readMappingFile(options.map, mappingCheck, issueOf)
    const table = await openTable(location, options)
    const layout = tableLayout<Field>(
      table,
      mapping.columns,
      options.map === undefined ? optional : [],
    )
    return {
      name: mapping.source,
      ...originOf(mapping, location),
      expected: null,
      items: readItems(table, layout, mapping),
    }
  },
}

function issueOf({ columns }: Mapping): string | null {
  const { name, family_name, declared_on, received_on } = columns
  if (name == null && family_name == null)
    return 'must say who declares: set "columns.name" or "family_name"'
  const hasDay = declared_on != null || received_on != null
  return hasDay ? null : 'must set "columns.declared_on" or "received_on"'
}

type Layout = TableLayout<Field>

function readItems(table: Table, layout: Layout, mapping: Mapping): AsyncGenerator<SourceItem> {
  const diagnostics = new Diagnostics()
  const days = new TableDays(mapping.date_order ?? 'ymd')
  const tools = { table, layout, mapping, days, diagnostics }
  return readRecords<DeclarationRecord>(table, {
    ...{ noun: 'declaration', diagnostics },
    read: (row) => readRow(row, tools),
    restOf: ({ nature, received_on, statement_url, text }) => [
      ...[nature, received_on, statement_url, text],
    ],
  })
}

interface RowTools {
  table: Table
  layout: Layout
  mapping: Mapping
  days: TableDays
  diagnostics: Diagnostics
}

function readRow(
  { cells, line }: TableRow,
  tools: RowTools,
): LocatedRecord<DeclarationRecord> | undefined {
  const { table, layout, mapping, diagnostics } = tools
  const location = `${table.name}:${line}`
  const cell = (field: Field) => cells[layout.get(field) ?? -1]
  const lineOf = (field: Field) => cleanLine(cell(field))
  const warn = (reason: string) =>
    void diagnostics.addWarning({ location, subject: 'row', reason: `${reason}; it is omitted` })
  const parts = [lineOf('given_name'), lineOf('family_name')].filter((part) => part !== null)
  const written = lineOf('name') ?? (parts.join(' ') || null)
  if (written === null) return warn('has no name')
  const received_on = dayOf(lineOf('received_on'), location, tools)
  const declared_on = dayOf(lineOf('declared_on'), location, tools) ?? received_on
  if (declared_on === null) return warn('has no date')
  const name = meaningOf(written, mapping.people) ?? written
  const body = lineOf('body') ?? mapping.body ?? null
  const item_number = lineOf('item_number')
  const item_title = lineOf('item_title')
  return {
    location,
    record: {
      kind: 'declaration',
      key: naturalKey(body, written, item_number ?? item_title, declared_on),
      ...{ name, organization_name: meaningOf(body, mapping.bodies) ?? body },
      ...{ item_number, item_title, declared_on, received_on },
      nature: cleanText(cell('nature')),
      statement_url: toUrl(lineOf('statement_url')),
      text: cleanText(cell('text')),
    },
  }
}

function dayOf(written: string | null, location: string, { days, diagnostics }: RowTools) {
  if (written === null) return null
  const day = days.read(written)
  if ('date' in day) return day.date
  diagnostics.addError({ location, subject: 'row', reason: day.reason })
  return null
}
