import { type HistoryKind, historyOfRecordMax } from '../../../record/history-fields.ts'
import { cachedQuery } from '../../../store/cached-query.ts'

type OfRecord = { kind: HistoryKind; id: number }

export type ShownChange = Awaited<ReturnType<typeof listChanges>>[number]

/** Longer values are cut. */
export const shownLength = 160

/** All changes of a record that are kept, with the beginnings of their values, the newest first; one statement. */
export const listChanges = cachedQuery((db, { kind, id }: OfRecord) =>
  db
    .selectFrom('record_changes')
    .select(['id', 'seen_at', 'not_before', 'field', 'about_kind', 'about_slug'])
    .select(({ eb, fn, lit }) => {
      // With one character more, it is known to be cut.
      const beginningOf = (column: 'old' | 'new' | 'about_title') =>
        fn<string | null>('substr', [column, lit(1), lit(shownLength + 1)]).as(column)
      return [
        ...[beginningOf('old'), beginningOf('new'), beginningOf('about_title')],
        eb.case().when('long', 'is', null).then(lit(0)).else(lit(1)).end().as('is_long'),
      ]
    })
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(historyOfRecordMax)),
)
