import { expressionBuilder } from 'kysely'
import type { HistoryKind } from '../../record/history-fields.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'
import { countRows, type Range } from '../_shared/queries.ts'

/** The record whose history is read. */
export type HistoryScope = { municipalityId: number; slug: string }

export type HistoryRow = Awaited<ReturnType<typeof listHistory>>[number]

/** The newest changes first; one statement. */
export async function listHistory(
  db: ReadDatabase,
  kind: HistoryKind,
  scope: HistoryScope,
  { after = [], limit }: Range,
) {
  const [id] = after as [number?]
  return pageOfHistory(db, { ...scope, after: id }, { kind, limit })
}

/** One statement. */
export async function countHistory(
  db: ReadDatabase,
  kind: HistoryKind,
  scope: HistoryScope,
): Promise<number> {
  const [row] = await historyCount(db, scope, { kind })
  return row?.count ?? 0
}

/** One statement. */
export async function hasRecord(
  db: ReadDatabase,
  kind: HistoryKind,
  scope: HistoryScope,
): Promise<boolean> {
  return (await recordOfSlug(db, scope, { kind })).length > 0
}

const tableOf = (kind: HistoryKind) => recordKinds[kind].table as 'meetings'

const recordOfSlug = cachedQuery(
  (db, { municipalityId, slug }: HistoryScope, { kind }: { kind: HistoryKind }) =>
    db
      .selectFrom(tableOf(kind))
      .select('id')
      .where('municipality_id', '=', municipalityId)
      .where('slug', '=', slug),
)

type Values = HistoryScope & { after: number | undefined }

const pageOfHistory = cachedQuery(
  (db, { after, ...scope }: Values, { kind, limit }: { kind: HistoryKind; limit: number }) =>
    fromHistory(db, kind, scope)
      .$if(after !== undefined, (query) => query.where('change.id', '<', after as number))
      .select(historyColumns)
      .select(({ fn }) => [
        fn.coalesce('change.about_slug', whereOwn('slug')).as('about_slug'),
        fn.coalesce('change.about_title', whereOwn('title')).as('about_title'),
      ])
      .orderBy('change.id', 'desc')
      .limit(({ lit }) => lit(limit)),
)

const historyCount = cachedQuery((db, scope: HistoryScope, { kind }: { kind: HistoryKind }) =>
  countRows(db, fromHistory(db, kind, scope).select('change.id')),
)

const historyColumns = [
  'change.id',
  'change.seen_at',
  'change.not_before',
  'change.field',
  'change.old',
  'change.new',
  'change.long',
  'change.about_kind',
] as const

function fromHistory(db: ReadDatabase, kind: HistoryKind, { municipalityId, slug }: HistoryScope) {
  return db
    .selectFrom('record_changes as change')
    .innerJoin(`${tableOf(kind)} as own`, 'own.id', 'change.record_id')
    .where('change.kind', '=', kind)
    .where('own.municipality_id', '=', municipalityId)
    .where('own.slug', '=', slug)
}

/** What the record itself has today, of a change that is not of a part. */
function whereOwn(column: 'slug' | 'title') {
  const eb = expressionBuilder<
    { change: Tables['record_changes']; own: Tables['meetings'] },
    'change' | 'own'
  >()
  return eb
    .case()
    .when('change.about_kind', '=', eb.ref('change.kind' as 'change.about_kind'))
    .then(eb.ref(`own.${column}`))
    .end()
}
