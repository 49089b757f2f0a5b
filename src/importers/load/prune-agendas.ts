import { type Changes, noChanges } from './changes.ts'
import { hasUnseen, isStaged, prune } from './prune.ts'
import type { LoadScope } from './scope.ts'
import { stagingOf } from './staging-table.ts'

/**
 * Removes items that an agenda of this source no longer has, because an agenda is whole, and warns of them. An
 * agenda that lost most of its items was probably read in part, and keeps them.
 */
export async function pruneAgendas(scope: LoadScope): Promise<Changes> {
  if (!(await hasUnseen('agenda_item', scope))) return noChanges()
  const cut: Agenda[] = []
  for (const agenda of await listAgendasWithLosses(scope)) {
    const { location, meeting, before, items, lost } = agenda
    if (lost <= lostItemsMax || items * 2 >= before) {
      cut.push(agenda)
      continue
    }
    const reason = `has fewer agenda items (${items}) than earlier imports (${before}); none is removed, because a part of the agenda may be missing: import all of it, or use --prune`
    scope.warn({ location, subject: `meeting ${meeting}`, reason })
  }
  const [first] = cut
  if (first === undefined) return noChanges()
  const count = cut.reduce((total, { lost }) => total + lost, 0)
  const reason = `removed ${count} that their agendas no longer have, such as ${first.lost} of meeting ${first.meeting}`
  scope.warn({ location: scope.source, subject: 'agenda items', reason })
  const { dialect } = scope
  const ids = dialect.arrayParam(cut.map(({ id }) => id))
  return prune('agenda_item', scope, (gone) =>
    gone.where(({ ref }) => dialect.inArray(ref('row.meeting_id' as 'row.id'), ids)),
  )
}

// Fewer items can be taken off an agenda one by one.
const lostItemsMax = 5

interface Agenda {
  /** The id of the meeting. */
  id: number
  meeting: string
  location: string
  /** How many items earlier imports had. */
  before: number
  /** How many the source has. */
  items: number
  lost: number
}

/** The agendas in the source that no longer have some of their items. */
async function listAgendasWithLosses(scope: LoadScope): Promise<Agenda[]> {
  const { db, target, source, now } = scope
  const read = stagingOf(db)
    .selectFrom('staging as item')
    .innerJoin('agenda_items', 'agenda_items.key', 'item.key')
    .select('agenda_items.meeting_id' as 'agenda_items.id')
    .where('item.kind', '=', 'agenda_item')
    .where('agenda_items.municipality_id', '=', target.id)
    .where('agenda_items.source', '=', source)
  const rows = await stagingOf(db)
    .selectFrom('agenda_items as row')
    .innerJoin('meetings', 'meetings.id', 'row.meeting_id' as 'row.id')
    .innerJoin('staging as meeting', 'meeting.key', 'meetings.key')
    .select(['meetings.id', 'meeting.key as meeting', 'meeting.location'])
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('stored'),
      fn
        .sum<number>(eb.case().when(isStaged('agenda_item', scope)).then(0).else(1).end())
        .as('lost'),
      fn.sum<number>(eb.case().when('row.created_at', '=', now).then(1).else(0).end()).as('added'),
    ])
    .where('meeting.kind', '=', 'meeting')
    .where('meeting.is_incomplete', '=', 0)
    .where('row.source', '=', source)
    .where('meetings.id', 'in', read)
    .groupBy(['meetings.id', 'meeting.id', 'meeting.key', 'meeting.location'])
    .orderBy('meeting.id')
    .execute()
  return rows.flatMap(({ stored, lost, added, ...agenda }) =>
    Number(lost) === 0
      ? []
      : [
          {
            ...agenda,
            before: Number(stored) - Number(added),
            items: Number(stored) - Number(lost),
            lost: Number(lost),
          },
        ],
  )
}
