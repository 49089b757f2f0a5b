import type { RecordKind } from '../../record/kinds.ts'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { LoadScope } from './scope.ts'
import { Finders, type Withholder } from './withhold.ts'

interface Change {
  kind: string
  about_slug: string | null
}

/** The passages to look for in the history and the former slugs of stored rows, of any source: some are those of one record only. */
export class RowPassages {
  readonly #everywhere: Finders
  /** Those of single records, by kind and id, and by kind and slug. */
  readonly #own = new Map<string, Finders>()

  private constructor(everywhere: Finders) {
    this.#everywhere = everywhere
  }

  static async of(scope: LoadScope, withholder: Withholder): Promise<RowPassages> {
    const passages = new RowPassages(withholder.ofHash(''))
    for (const kind of withholder.ownKinds)
      for (const row of await identitiesOf(kind, scope)) {
        const record = { kind, ...row }
        if (!withholder.hasOwn(record)) continue
        for (const name of [row.id, row.slug])
          passages.#own.set(`${kind} ${name}`, withholder.of(record))
      }
    return passages
  }

  ofRow(kind: RecordKind, id: number): Finders {
    return this.#own.get(`${kind} ${id}`) ?? this.#everywhere
  }

  /** Those of a change of a record, which can be about a part of it that is a record too. */
  ofChange({ kind, id }: { kind: RecordKind; id: number }, about: Change): Finders {
    const ofAbout = this.#own.get(`${about.kind} ${about.about_slug}`)
    const ofRow = this.ofRow(kind, id)
    return ofAbout === undefined ? ofRow : new Finders([...ofRow.all, ...ofAbout.all])
  }
}

async function identitiesOf(kind: RecordKind, { db, target }: LoadScope) {
  const removed = await db
    .selectFrom('removed_records')
    .select(['id', 'key', 'slug', 'source'])
    .where('municipality_id', '=', target.id)
    .where('kind', '=', kind)
    .execute()
  const stored = await importedTables(db)
    .selectFrom(recordKinds[kind].table)
    .select(['id', 'key', 'slug', 'source'])
    .where('municipality_id', '=', target.id)
    .execute()
  return [...removed, ...stored]
}
