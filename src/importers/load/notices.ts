import { groupBy } from '../../core/group-by.ts'
import { fileIn, noticeOf } from '../../core/notice.ts'
import type { NoticesTable } from '../../store/record-tables.ts'
import { replaceEntries } from './registers.ts'
import type { LoadScope } from './scope.ts'

/** Sets the register of notices: items, and meetings without one, that say that they are a public meeting or hearing. */
export async function deriveNotices(scope: LoadScope): Promise<void> {
  const bylawsOf = groupBy(await listBylaws(scope), ({ agenda_item_id: id }) => id)
  const items = (await listItems(scope)).flatMap(({ matter_bylaw_id: ofMatter, ...item }) => {
    const kind = noticeOf({
      ...item,
      parent: item.parent_title,
      meeting: item.meeting_title,
      matter: item.matter_title,
    })
    if (kind === null) return []
    const [own, ...others] = bylawsOf(item.agenda_item_id)
    const bylaw_id = others.length > 0 ? null : (own?.bylaw_id ?? ofMatter)
    return [{ ...item, kind, bylaw_id, file: fileIn(item.title) ?? item.identifier }]
  })
  const withItems = new Set(items.map(({ meeting_id: id }) => id))
  const meetings = (await listMeetings(scope)).flatMap((meeting) => {
    const about = { ...meeting, description: null, parent: null, meeting: '', matter: null }
    const kind = withItems.has(meeting.meeting_id) ? null : noticeOf(about)
    const none = { agenda_item_id: null, matter_id: null, bylaw_id: null }
    return kind === null ? [] : [{ ...meeting, ...none, kind, file: fileIn(meeting.title) }]
  })
  const entries = [...items, ...meetings].map(
    ({ source, slug, date, kind, file, ...ids }): NoticesTable => ({
      ...{ municipality_id: scope.target.id, source, slug: `${slug}--notice`, date, kind, file },
      ...{ organization_id: ids.organization_id, meeting_id: ids.meeting_id },
      ...{ agenda_item_id: ids.agenda_item_id, matter_id: ids.matter_id, bylaw_id: ids.bylaw_id },
    }),
  )
  await replaceEntries(scope, 'notices', entries)
}

// "public" and « publique ».
const spoken = '%publi%'

function listItems({ db, target }: LoadScope) {
  return db
    .selectFrom('agenda_items')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .leftJoin('agenda_items as parents', 'parents.id', 'agenda_items.parent_id')
    .leftJoin('matters', 'matters.id', 'agenda_items.matter_id')
    .select(['agenda_items.id as agenda_item_id', 'agenda_items.slug', 'agenda_items.source'])
    .select(['agenda_items.title', 'agenda_items.description', 'agenda_items.matter_id'])
    .select(['meetings.id as meeting_id', 'meetings.date', 'meetings.organization_id'])
    .select(['meetings.title as meeting_title', 'parents.title as parent_title'])
    .select(['matters.title as matter_title', 'matters.identifier'])
    .select('matters.bylaw_id as matter_bylaw_id')
    .where('agenda_items.municipality_id', '=', target.id)
    .where(({ eb, fn, or }) =>
      or(
        (['agenda_items.title', 'parents.title', 'meetings.title'] as const).map((column) =>
          eb(fn<string>('lower', [column]), 'like', spoken),
        ),
      ),
    )
    .execute()
}

function listMeetings({ db, target }: LoadScope) {
  return db
    .selectFrom('meetings')
    .select(['id as meeting_id', 'slug', 'source', 'title', 'date', 'organization_id'])
    .where('municipality_id', '=', target.id)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['title']), 'like', spoken))
    .execute()
}

function listBylaws({ db, target }: LoadScope) {
  return db
    .selectFrom('bylaw_references')
    .innerJoin('agenda_items', 'agenda_items.id', 'bylaw_references.agenda_item_id')
    .select(({ ref }) => ref('bylaw_references.agenda_item_id').$notNull().as('agenda_item_id'))
    .select('bylaw_references.bylaw_id')
    .where('agenda_items.municipality_id', '=', target.id)
    .where('bylaw_references.bylaw_id', 'is not', null)
    .execute()
}
