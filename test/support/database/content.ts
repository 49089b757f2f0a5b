import { groupBy } from '../../../src/core/group-by.ts'
import { dumpOf } from './dump.ts'

type Dump = Awaited<ReturnType<typeof dumpOf>>
type Row = Dump[string][number]

const tableOf: Record<string, string> = {
  person_id: 'people',
  chair_id: 'people',
  mover_id: 'people',
  seconder_id: 'people',
  organization_id: 'organizations',
  decided_by_id: 'organizations',
  bylaw_id: 'bylaws',
  matter_id: 'matters',
  meeting_id: 'meetings',
  agenda_item_id: 'agenda_items',
  motion_id: 'motions',
  document_id: 'documents',
}
const imported = [
  ...new Set([
    ...Object.values(tableOf),
    'memberships',
    'sponsorships',
    'votes',
    'candidates',
    'attendance',
  ]),
  ...['speaking_time', 'key_statements', 'document_sections', 'search_documents', 'actions'],
  'bylaw_references',
]

/**
 * The content of a database, independent of its history: all rows, sorted, with keys instead of row ids, without the
 * columns in `but`.
 */
export async function contentOf(
  databaseUrl: string,
  but: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const dump = await dumpOf(databaseUrl)
  // The group of a search document is made of a row id.
  const left = ['id', 'entry_id', 'group_key', ...but]
  const grouped = groupsIn(dump)
  const describeRow = (table: string) => (row: Row) => {
    const columns = Object.entries(row).filter(([column]) => !left.includes(column))
    return JSON.stringify([
      ...columns.map(([column, value]) => [column, named(dump, table, column, value)]),
      ...(table === 'search_documents' ? [['group', grouped(row.group_key)]] : []),
    ])
  }
  return Object.fromEntries(
    imported.map((table) => [table, (dump[table] ?? []).map(describeRow(table)).sort()]),
  )
}

/** The search documents that are one result. */
function groupsIn(dump: Dump): (key: unknown) => string[] {
  const groups = groupBy(dump.search_documents ?? [], (row) => Number(row.group_key))
  return (key) =>
    groups(Number(key))
      .map(({ kind, entry_id }) => `${kind} ${nameOf(dump, `${kind}s`, entry_id)}`)
      .sort()
}

function named(dump: Dump, table: string, column: string, value: unknown): unknown {
  if (column === 'marks') return namedMarks(dump, String(value))
  const target = column === 'parent_id' ? table : tableOf[column]
  if (target === undefined || value === null) return value
  return nameOf(dump, target, value)
}

const markedTable: Record<string, string> = {
  '%': 'organizations',
  '^': 'people',
  '+': 'people',
}

/** Marks of a search document, with keys instead of row ids. */
function namedMarks(dump: Dump, marks: string): unknown[] {
  const named = marks.split(' ').map((mark) => {
    const table = markedTable[mark.charAt(0)] ?? ''
    return [mark.charAt(0), nameOf(dump, table, Number(mark.slice(1)))]
  })
  return named.map((one) => JSON.stringify(one)).sort()
}

function nameOf(dump: Dump, table: string, id: unknown): unknown {
  const row = find(dump, table, id)
  return row?.key ?? row?.title ?? 'nothing'
}

function find(dump: Dump, table: string, id: unknown): Row | undefined {
  return dump[table]?.find((row) => row.id === id)
}
