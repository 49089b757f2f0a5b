import { expressionBuilder } from 'kysely'
import { type HistoryKind, historyOfRecordMax } from '../../../record/history-fields.ts'
import { cachedQuery } from '../../../store/cached-query.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import type { Tables } from '../../../store/tables.ts'

type OfRecord = { kind: HistoryKind; id: number }

export type ShownChange = Awaited<ReturnType<typeof listChanges>>[number]

/** Longer values are cut. */
export const shownLength = 160

const columns = [
  'record_changes.id',
  'record_changes.seen_at',
  'record_changes.not_before',
  'record_changes.field',
  'record_changes.about_kind',
  'record_changes.about_slug',
] as const

/** The beginnings of values, and whether they are too long to be kept. */
function beginnings() {
  const { eb, fn, lit } = expressionBuilder<Tables, 'record_changes'>()
  // With one character more, it is known to be cut.
  const beginningOf = <C extends 'old' | 'new' | 'about_title'>(column: C) =>
    fn<string | null>('substr', [`record_changes.${column}`, lit(1), lit(shownLength + 1)]).as(
      column,
    )
  const isLong = eb.case().when('record_changes.long', 'is', null).then(lit(0)).else(lit(1)).end()
  return [
    ...[beginningOf('old'), beginningOf('new'), beginningOf('about_title')],
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
}

export type AgendaChange = Awaited<ReturnType<typeof listAgendaChanges>>[number]

/** What was seen of meetings to come and their agendas before a time, the newest first; one statement. */
export const listAgendaChanges = cachedQuery(
  (db, { municipalityId, until }: OfAgendas, { limit }: { limit: number }) =>
    fromAgendas(db, municipalityId)
      .select(columns)
      .select(beginnings())
      .select(['meetings.slug', 'meetings.title', 'meetings.date', 'meetings.starts_at'])
      .where('record_changes.seen_at', '<', until)
      .orderBy('record_changes.id', 'desc')
      .limit(({ lit }) => lit(limit)),
)

/** Changes of meetings, except of links to minutes and recordings. */
export function fromAgendas(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('record_changes')
    .innerJoin('meetings', 'meetings.id', 'record_changes.record_id')
    .where('record_changes.municipality_id', '=', municipalityId)
    .where('record_changes.kind', '=', 'meeting')
    .where('record_changes.field', 'not in', ['minutes_url', 'video_url'])
}
