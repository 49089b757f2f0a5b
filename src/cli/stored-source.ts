import { batches } from '../core/batches.ts'
import { type Exported, findExported, listSources } from '../exporters/bundle/head.ts'
import { readRecords } from '../exporters/bundle/readers.ts'
import type { OpenedSource, SourceItem } from '../importers/source.ts'
import { recordKindNames } from '../record/kinds.ts'
import type { ReadDatabase } from '../store/open.ts'
import { importedTables, recordKinds } from '../store/record-kinds.ts'

/** The stored records of a municipality as sources, one for each that they came from. */
export async function storedSources(db: ReadDatabase, slug: string): Promise<OpenedSource[]> {
  const municipality = await db
    .selectFrom('municipalities')
    .select(['id', 'as_of'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const sources: OpenedSource[] = []
  for (const name of await listSources(db, municipality.id)) {
    const exported = await findExported(db, slug, name)
    sources.push({
      name,
      url: exported.head.source.url ?? null,
      licence: exported.head.source.licence ?? null,
      municipality: null,
      expected: null,
      isPartial: true,
      asOf: () => municipality.as_of,
      items: storedItems(db, exported),
    })
  }
  return sources
}

async function* storedItems(
  db: ReadDatabase,
  { municipalityId, source }: Exported,
): AsyncGenerator<SourceItem> {
  for (const kind of recordKindNames) {
    const rows = await importedTables(db)
      .selectFrom(recordKinds[kind].table)
      .select('id')
      .where('municipality_id', '=', municipalityId)
      .where('source', '=', source)
      .orderBy('id')
      .execute()
    for (const some of batches(rows)) {
      const ids = some.map(({ id }) => id)
      for (const record of await readRecords(db, kind, ids))
        yield { type: 'record', record: withoutNull(record), location: `${kind} ${record.key}` }
    }
  }
}

/** As an export writes it: absent means unknown. */
function withoutNull(record: object): unknown {
  return JSON.parse(JSON.stringify(record, (_, value) => (value === null ? undefined : value)))
}
