import { groupBy } from '../../core/group-by.ts'
import type { AnyPart, Layout } from '../../record/field.ts'
import { type ImportRecord, kinds, type RecordKind } from '../../record/kinds.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { importedTables } from '../../store/record-kinds.ts'

type Row = Readonly<Record<string, unknown>>

/** The lists of a record by the id of its row: parts, and keys of other records. */
type ListsOf = (id: number) => Row

/**
 * Reads rows of one kind as records: the inverse of the writers of `importers/load`. Omits records whose required
 * references lead nowhere.
 */
export async function readRecords(
  db: ReadDatabase,
  kind: RecordKind,
  ids: readonly number[],
): Promise<ImportRecord[]> {
  const { table, layout } = kinds[kind]
  const listsOf = await readLists(db, layout, `${kind}_id`, ids)
  const rows = await importedTables(db)
    .selectFrom(table)
    .selectAll(table)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, key, slug, source_url, source_updated_at, is_incomplete, ...row }) => {
    if (layout.references.some(({ isRequired, id }) => isRequired && (row as Row)[id] === null))
      return []
    const incomplete = is_incomplete === 1 ? { incomplete: true } : {}
    const identity = { kind, key, source_url, source_updated_at, ...incomplete }
    const record = {
      ...identity,
      served_as: { id, slug },
      ...fieldsOf(layout, row),
      ...listsOf(id),
    }
    return record as unknown as ImportRecord
  })
}

/** The fields in the columns of a row. */
function fieldsOf({ columns, references, computed }: Layout, row: Row): Row {
  const fields: Record<string, unknown> = {}
  for (const { field } of references) fields[field] = row[field]
  for (const { field, restore } of computed) fields[field] = restore(row)
  for (const { path, column, restore } of columns) {
    let holder = fields
    for (const group of path.slice(0, -1)) {
      holder[group] ??= {}
      holder = holder[group] as Record<string, unknown>
    }
    holder[path.at(-1) ?? column] = restore(row[column])
  }
  return fields
}

async function readLists(
  db: ReadDatabase,
  { parts, keys }: Layout,
  owner: string,
  ids: readonly number[],
): Promise<ListsOf> {
  const lists: [field: string, of: (id: number) => readonly unknown[]][] = []
  for (const { field, part } of parts)
    lists.push([field, await readParts(db, part, part.owner ?? owner, ids)])
  for (const { field, table, target } of keys) {
    const rows = groupBy(await partRows(db, table, owner, ids), (row) => row[owner] as number)
    lists.push([field, (id) => rows(id).flatMap((row) => row[`${target}_key`] ?? [])])
  }
  return (id) => Object.fromEntries(lists.map(([field, of]) => [field, of(id)]))
}

/** Parts by the id of their owner. */
async function readParts(
  db: ReadDatabase,
  { table, layout }: AnyPart,
  owner: string,
  owners: readonly number[],
): Promise<(owner: number) => readonly Row[]> {
  const rows = await partRows(db, table, owner, owners)
  const listsOf = await readLists(
    db,
    layout,
    owner,
    rows.map(({ id }) => id as number),
  )
  const found = groupBy(rows, (row) => row[owner] as number)
  return (id) =>
    found(id).map((row) => ({ ...fieldsOf(layout, row), ...listsOf(row.id as number) }))
}

async function partRows(
  db: ReadDatabase,
  table: string,
  owner: string,
  owners: readonly number[],
): Promise<readonly Row[]> {
  const { arrayParam, inArray } = dialectOf(db)
  // One table stands for all.
  return db
    .selectFrom(table as 'votes')
    .selectAll(table as 'votes')
    .where(({ ref }) => inArray(ref(owner as 'motion_id'), arrayParam(owners)))
    .orderBy('id')
    .execute() as Promise<readonly unknown[]> as Promise<readonly Row[]>
}
