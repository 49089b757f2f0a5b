import { openTable } from '../kit/csv-table.ts'
import { TableDays, writtenDay } from '../kit/table-days.ts'
import { tableLayout } from '../kit/table-layout.ts'
import { originOf, readMappingFile } from '../kit/table-mapping.ts'
import { type ImportSource, type OpenedSource, SourceError } from '../source.ts'
import { readDecisions } from './rows.ts'
import { type Field, type TableMapping, tableMappingCheck } from './schema.ts'

/** A table of decisions of the mayor of any council. */
export const mayoralDecisionsCsv: ImportSource = {
  name: 'mayoral-decisions-csv',
  describe: 'a CSV table of decisions of the mayor, or an address; --map says what its columns are',
  takes: ['map'],
  async open(location, options = {}): Promise<OpenedSource> {
    if (options.map === undefined)
      throw new SourceError(
        'mayoral-decisions-csv needs --map <file.json>, which says what the columns are',
      )
    const mapping = await readMappingFile(options.map, tableMappingCheck, issueOf)
    const table = await openTable(location, options)
    const layout = tableLayout<Field>(table, mapping.columns)
    const days = new TableDays(mapping.date_order ?? 'ymd')
    return {
      name: mapping.source,
      ...originOf(mapping, location),
      expected: null,
      items: readDecisions({
        ...{ table, layout, words: mapping.kind_words },
        dayOf(written, at, diagnostics) {
          const day = days.read(written)
          if ('date' in day) return day.date
          const named = writtenDay(written)
          if (named === null)
            diagnostics.addError({ location: at, subject: 'row', reason: day.reason })
          return named
        },
      }),
    }
  },
}

const issueOf = ({ columns }: TableMapping): string | null =>
  columns.subject == null ? 'must say what a decision is about: set "columns.subject"' : null
