import { expressionBuilder, type Nullable } from 'kysely'
import { type HistoryKind, historyOfRecordMax } from '../../../record/history-fields.ts'
import { cachedQuery } from '../../../store/cached-query.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import type { Tables } from '../../../store/tables.ts'

type OfRecord = { kind: HistoryKind; id: number }

export type ShownChange = Awaited<ReturnType<typeof listChanges>>[number]

/** Longer values are cut. */
export const shownLength = 160

/** Texts with as many characters in common are shown from their first difference. */
export const sharedLength = 80

const columns = [
  'record_changes.id',
  'record_changes.seen_at',
  'record_changes.not_before',
  'record_changes.field',
  'record_changes.about_kind',
  'record_changes.about_slug',
] as const

/** The beginnings of values, all of those that begin alike, and whether they are too long to be kept. */
function beginnings() {
  const { eb, fn, lit } = expressionBuilder<Tables, 'record_changes'>()
  const prefixOf = (column: 'old' | 'new' | 'about_title', length: number) =>
    fn<string | null>('substr', [`record_changes.${column}`, lit(1), lit(length)])
  // With one character more, it is known to be cut.
  const beginningOf = (column: 'old' | 'new' | 'about_title') => prefixOf(column, shownLength + 1)
  const valueIn = (column: 'old' | 'new') =>
    eb
      .case()
      .when(prefixOf('old', sharedLength), '=', prefixOf('new', sharedLength))
      .then(eb.ref(`record_changes.${column}`))
      .else(beginningOf(column))
      .end()
      .as(column)
  const isLong = eb.case().when('record_changes.long', 'is', null).then(lit(0)).else(lit(1)).end()
  return [
    ...[valueIn('old'), valueIn('new'), beginningOf('about_title').as('about_title')],
    isLong.as('is_long'),
  ] as const
}

/** All changes of a record that are kept, the newest first; one statement. */
export const listChanges = cachedQuery((db, { kind, id }: OfRecord) =>
  db
    .selectFrom('record_changes')
    .select(columns)
    .select(beginnings())
    .where('record_changes.kind', '=', kind)
    .where('record_changes.record_id', '=', id)
    .orderBy('record_changes.id', 'desc')
    .limit(({ lit }) => lit(historyOfRecordMax)),
)

type OfAgendas = {
  municipalityId: number
  /** ISO 8601 UTC. */
  until: string
  /** Where an earlier read ended. */
  beforeSeen?: string | undefined
  beforeRecord?: number | undefined
}

export type AgendaChange = Awaited<ReturnType<typeof listAgendaChanges>>[number]

/** What was seen of meetings to come and their agendas before a time, the newest import first, by meeting; one statement. */
export const listAgendaChanges = cachedQuery((db, scope: OfAgendas, { limit }: { limit: number }) =>
  beforeTime(db, scope)
    .select(columns)
    .select(['record_changes.record_id', ...beginnings()])
    .select([...ofMeeting(), 'meetings.starts_at'])
    // Without it, all changes of the municipality would be sorted.
    .where('record_changes.id', '>', idBefore(db, scope, limit))
    .orderBy('record_changes.seen_at', 'desc')
    .orderBy('record_changes.record_id', 'desc')
    .orderBy('record_changes.id', 'desc')
    .limit(({ lit }) => lit(limit)),
)

/** When agendas were changed from a time on, the oldest first; one statement. */
export const listTimesAfter = cachedQuery(
  (
    db,
    { municipalityId, from }: { municipalityId: number; from: string },
    { limit }: { limit: number },
  ) =>
    fromAgendas(db, municipalityId)
      .select('record_changes.seen_at')
      .where('record_changes.seen_at', '>=', from)
      .orderBy('record_changes.id')
      .limit(({ lit }) => lit(limit)),
)

function beforeTime(
  db: ReadDatabase,
  { municipalityId, until, beforeSeen = '', beforeRecord = 0 }: OfAgendas,
) {
  return fromAgendas(db, municipalityId)
    .where('record_changes.seen_at', '<', until)
    .$if(beforeSeen !== '', (query) =>
      query.where(({ eb, and, or }) =>
        or([
          eb('record_changes.seen_at', '<', beforeSeen),
          and([
            eb('record_changes.seen_at', '=', beforeSeen),
            eb('record_changes.record_id', '<', beforeRecord),
          ]),
        ]),
      ),
    )
}

/** The last id of the imports before those that saw the newest changes; ids rise with imports. */
function idBefore(db: ReadDatabase, scope: OfAgendas, limit: number) {
  const oldest = beforeTime(db, scope)
    .select('record_changes.seen_at')
    .orderBy('record_changes.id', 'desc')
    .limit(({ lit }) => lit(1))
    .offset(({ lit }) => lit(limit))
  const earlier = db
    .selectFrom('record_changes')
    .select('record_changes.id')
    .where('record_changes.municipality_id', '=', scope.municipalityId)
    .where('record_changes.kind', '=', 'meeting')
    .where('record_changes.seen_at', '<', oldest)
    .orderBy('record_changes.id', 'desc')
    .limit(({ lit }) => lit(1))
  const { fn, lit } = expressionBuilder<Tables, 'record_changes'>()
  return fn.coalesce(earlier, lit(0))
}

/** What a meeting is called; of one that was removed, what it was. */
export function ofMeeting() {
  const { eb, fn, ref, lit } = expressionBuilder<
    Tables & { meetings: Nullable<Tables['meetings']> },
    'record_changes' | 'meetings'
  >()
  return [
    fn.coalesce('meetings.slug', 'record_changes.about_slug').$notNull().as('slug'),
    fn.coalesce('meetings.title', 'record_changes.about_title').$notNull().as('title'),
    fn.coalesce('meetings.date', 'record_changes.old').$notNull().as('date'),
    eb.case().when(ref('meetings.id'), 'is', null).then(lit(1)).else(lit(0)).end().as('is_removed'),
  ] as const
}

/** Changes of meetings, except of links to minutes and recordings; of those that were removed, only that. */
export function fromAgendas(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('record_changes')
    .leftJoin('meetings', 'meetings.id', 'record_changes.record_id')
    .where('record_changes.municipality_id', '=', municipalityId)
    .where('record_changes.kind', '=', 'meeting')
    .where(({ eb, or, and }) =>
      or([
        eb('meetings.id', 'is not', null),
        and([eb('record_changes.field', '=', 'meeting'), eb('record_changes.new', 'is', null)]),
      ]),
    )
    .where('record_changes.field', 'not in', ['minutes_url', 'video_url'])
}
