import { dateInZone } from '../../core/calendar-date.ts'
import type { DownloadList } from '../../http/list-download.ts'
import {
  DateStr,
  DateTimeStr,
  NullableDateTime,
  NullableStr,
  Obj,
  Str,
} from '../../http/schema-types.ts'
import { countRows } from '../../resources/_shared/queries.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { fromAgendas, ofMeeting } from '../parts/history/queries.ts'
import { weekUntil } from '../parts/history/week.ts'
import { paths } from '../paths.ts'
import type { ChangesQuery } from '../schema.ts'

const ChangeLine = Obj('ChangeLine', 'What a source changed in a meeting or its agenda.', {
  seen_at: DateTimeStr('The import that saw it.', '2026-11-24T01:02:03.000Z'),
  not_before: NullableDateTime(
    'The import before it, which did not see it; empty if that is not known.',
    '2026-11-23T19:02:03.000Z',
  ),
  meeting_slug: Str('The meeting.', '2026-11-24-town-council'),
  meeting_title: Str('Its title.', 'Town Council'),
  meeting_date: DateStr('Its day.', '2026-11-24'),
  field: Str('What changed, as in the history of the meeting.', 'agenda_item'),
  old: NullableStr('The value before.', 'Noise By-law review'),
  new: NullableStr('The value now.', null),
  about_kind: Str('What the field is of.', 'agenda_item'),
  about_title: NullableStr('The title of the item or document.', 'Noise By-law review'),
  url: Str(
    'The page of the meeting; of one that was removed, that of changes.',
    'https://council.example/lowmere/meetings/2026-11-24',
  ),
})

type Row = Awaited<ReturnType<typeof listLines>>[number]
type Span = Record<'from' | 'until', string>

const within = (db: ReadDatabase, municipalityId: number, { from, until }: Span) =>
  fromAgendas(db, municipalityId)
    .where('record_changes.seen_at', '>=', from)
    .where('record_changes.seen_at', '<', until)

async function listLines(
  db: ReadDatabase,
  municipalityId: number,
  span: Span,
  { after = [], limit }: { after?: readonly unknown[] | undefined; limit: number },
) {
  const [id] = after as [number?]
  return within(db, municipalityId, span)
    .select(['record_changes.id', 'record_changes.seen_at', 'record_changes.not_before'])
    .select(['record_changes.field', 'record_changes.old', 'record_changes.new'])
    .select(['record_changes.about_kind', 'record_changes.about_title'])
    .select(ofMeeting())
    .$if(id !== undefined, (query) => query.where('record_changes.id', '<', id ?? 0))
    .orderBy('record_changes.id', 'desc')
    .limit(limit)
    .execute()
}

/** The table of the week, with all of its changes. */
export const sendChanges: DownloadList = (context, { filters }, options) => {
  const { request, deps } = context
  const { id: municipalityId, slug, timeZone } = request.municipality
  const council = { base: `${deps.siteUrl}/${slug}` }
  const { date_to: last = dateInZone(deps.clock.now(), timeZone) } = filters as ChangesQuery
  const week = weekUntil(last, timeZone)
  const list = {
    name: 'changes',
    item: ChangeLine,
    read: (db: ReadDatabase, paging: { after: readonly unknown[] | undefined; limit: number }) =>
      listLines(db, municipalityId, week, paging),
    count: async (db: ReadDatabase) => {
      const all = countRows(db, within(db, municipalityId, week).select('record_changes.id'))
      return (await all.executeTakeFirstOrThrow()).count
    },
    position: ({ id }: Row) => [id],
    represent: ({ id: _, slug: meeting, title, date, ...change }: Row) => ({
      ...{ seen_at: change.seen_at, not_before: change.not_before },
      ...{ meeting_slug: meeting, meeting_title: title, meeting_date: date },
      ...{ field: change.field, old: change.old, new: change.new },
      ...{ about_kind: change.about_kind, about_title: change.about_title },
      url: change.is_removed === 1 ? paths.changes(council) : paths.meeting(council, meeting),
    }),
  }
  return deps.downloads.send(context, list, options)
}
