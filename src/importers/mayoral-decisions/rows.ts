import { bylawNumbersIn } from '../../core/bylaw-number.ts'
import { decisionKindOf } from '../../core/mayoral-decisions.ts'
import { toUrl } from '../../core/web-url.ts'
import type { MayoralDecisionRecord } from '../../record/mayoral-decisions.ts'
import { cleanLine, cleanText, shortened } from '../kit/clean-text.ts'
import type { Table, TableRow } from '../kit/csv-table.ts'
import { Diagnostics } from '../kit/diagnostics.ts'
import { naturalKey } from '../kit/natural-keys.ts'
import type { TableLayout } from '../kit/table-layout.ts'
import { meaningOf } from '../kit/table-mapping.ts'
import { type LocatedRecord, readRecords } from '../kit/table-records.ts'
import type { SourceItem } from '../source.ts'
import type { Field, PageMapping } from './schema.ts'

export interface DecisionTable {
  table: Pick<Table, 'name' | 'rows'>
  layout: TableLayout<Field>
  words: PageMapping['kind_words']
  /** The day of a date as written; it adds what is wrong with it. */
  dayOf: (written: string, location: string, diagnostics: Diagnostics) => string | null
}

/** The decisions in the rows of a table. */
export function readDecisions(tools: DecisionTable): AsyncGenerator<SourceItem> {
  const diagnostics = new Diagnostics()
  return readRecords<MayoralDecisionRecord>(tools.table, {
    ...{ noun: 'mayoral decision', diagnostics },
    read: (row) => readRow(row, tools, diagnostics),
    restOf: ({ date, subject, text }) => [date, subject, text],
  })
}

function readRow(
  { cells, line }: TableRow,
  { table, layout, words, dayOf }: DecisionTable,
  diagnostics: Diagnostics,
): LocatedRecord<MayoralDecisionRecord> | undefined {
  const location = `${table.name}:${line}`
  const cell = (field: Field) => cells[layout.get(field) ?? -1]
  const lineOf = (field: Field) => cleanLine(cell(field))
  const subject = lineOf('subject')
  const number = lineOf('number')
  if (subject === null) {
    const reason = 'has no subject; it is omitted'
    diagnostics.addWarning({ location, subject: 'row', reason })
    return undefined
  }
  const written = lineOf('date')
  const date = written === null ? null : dayOf(written, location, diagnostics)
  const stated = lineOf('kind')
  const kindWords = stated ?? subject
  const named = bylawNumbersIn(subject)
  return {
    location,
    record: {
      kind: 'mayoral_decision',
      key: number === null ? naturalKey(date, subject) : naturalKey(number),
      ...{ number, date, subject, stated_kind: stated },
      decision_kind: meaningOf(stated, words) ?? decisionKindOf(kindWords),
      text: cleanText(cell('text')),
      document_url: toUrl(lineOf('document_url')),
      // A subject that names several may be about any of them.
      bylaw_number: lineOf('bylaw_number') ?? (named.length === 1 ? (named[0] ?? null) : null),
      override_motion_number: lineOf('override_motion_number'),
      council_response: cleanText(cell('council_response')),
    },
  }
}

/** A date that no reader can know, in a warning. */
export const unreadDay = (written: string, why: string): string =>
  `has the date "${shortened(written, 60)}", ${why}; it is imported without a date`
