import { type Expression, expressionBuilder } from 'kysely'
import { isCarried } from '../../core/carried-results.ts'
import {
  clausesIn,
  closesMeeting,
  groundOfItem,
  groundOfMotion,
  isReportOfClosed,
} from '../../core/closed-session.ts'
import { groupBy } from '../../core/group-by.ts'
import { writtenDays } from '../../core/written-days.ts'
import { motionOrder } from '../../store/record-order.ts'
import type { ClosedSessionsTable } from '../../store/record-tables.ts'
import { replaceEntries } from './registers.ts'
import type { LoadScope } from './scope.ts'

type Motion = Awaited<ReturnType<typeof listClosingMotions>>[number]
type Item = Awaited<ReturnType<typeof listItems>>[number]
type ClosedItem = Item & { ground: string }

interface Found {
  motions: readonly Motion[]
  items: readonly Item[]
  /** Of all meetings, the oldest first. */
  reports: readonly Item[]
}

/** Sets the register of what was closed to the public: items with a ground, and resolutions that close a meeting. */
export async function deriveClosedSessions(scope: LoadScope): Promise<void> {
  const motions = await listClosingMotions(scope)
  const items = await listItems(scope)
  const motionsOf = groupBy(motions, ({ meeting_id: id }) => id)
  const itemsOf = groupBy(items, ({ meeting_id: id }) => id)
  const meetings = new Set([...motions, ...items].map(({ meeting_id: id }) => id))
  const reports = items.filter(({ title }) => isReportOfClosed(title))
  const entries = [...meetings].flatMap((id) =>
    entriesOf(scope, { motions: motionsOf(id), items: itemsOf(id), reports }),
  )
  await replaceEntries(scope, 'closed_sessions', entries)
}

function entriesOf(
  { target }: LoadScope,
  { motions, items, reports }: Found,
): ClosedSessionsTable[] {
  const closed = items.flatMap((item): ClosedItem[] => {
    const ground = groundOfItem(item, item.parent_title)
    return ground === null ? [] : [{ ...item, ground }]
  })
  const own = items.filter(({ title }) => isReportOfClosed(title))
  const [only, ...others] = motions
  const motionOf = ({ id, parent_id: parent }: ClosedItem) =>
    motions.find(({ agenda_item_id: item }) => item === id || (item !== null && item === parent)) ??
    (others.length === 0 ? only : undefined)
  const linked = new Set(closed.map(motionOf))
  const entry = (of: Motion | Item, ground: string | null) => ({
    ...{ municipality_id: target.id, source: of.source, slug: `${of.slug}--closed`, date: of.date },
    ...{ ground, clauses: JSON.stringify(clausesIn(ground ?? '')) },
    reported: reportOn(of, own, reports)?.title ?? null,
    ...{ organization_id: of.organization_id, meeting_id: of.meeting_id },
  })
  return [
    ...closed.map((item) => ({
      ...entry(item, item.ground),
      ...{ agenda_item_id: item.id, motion_id: motionOf(item)?.id ?? null },
    })),
    ...motions
      .filter((motion) => !linked.has(motion))
      .map((motion) => ({
        ...entry(motion, groundOfMotion(motion.text ?? '')),
        ...{ agenda_item_id: motion.agenda_item_id, motion_id: motion.id },
      })),
  ]
}

/** The report of the meeting, unless it is on another matter, or else of a later one. */
const reportOn = (of: Motion | Item, own: readonly Item[], reports: readonly Item[]) =>
  own.find((report) => isOnMatter(report, of)) ??
  own.find((report) => report.matter_id === null || of.matter_id === null) ??
  reports.find((report) => isLaterReport(report, of))

const isOnMatter = (report: Item, of: Motion | Item) =>
  report.matter_id !== null && report.matter_id === of.matter_id

/** Whether a later meeting of the body reports on the same matter, or on no other and names the day of the meeting. */
function isLaterReport(report: Item, of: Motion | Item): boolean {
  const isLater = report.organization_id === of.organization_id && report.date > of.date
  if (!isLater || of.organization_id === null || of.date === '') return false
  if (isOnMatter(report, of)) return true
  const isOnOther = report.matter_id !== null && of.matter_id !== null
  return !isOnOther && writtenDays(report.title, report.date.slice(0, 4)).includes(of.date)
}

async function listClosingMotions({ db, target }: LoadScope) {
  const rows = await db
    .selectFrom('motions')
    .select(['motions.id', 'motions.slug', 'motions.source', 'motions.date', 'motions.meeting_id'])
    .select(['motions.agenda_item_id', 'motions.matter_id', 'motions.text', 'motions.result'])
    .select('motions.decided_by_id as organization_id')
    .where('motions.municipality_id', '=', target.id)
    .where('motions.text', 'is not', null)
    .where(({ fn, or }) => or(speaksOfClosed(fn<string>('lower', ['motions.text']))))
    .orderBy('motions.date')
    .orderBy('motions.meeting_id')
    .orderBy(motionOrder())
    .execute()
  const stands = (result: string | null) => result === null || isCarried(result)
  return rows.filter(({ text, result }) => stands(result) && closesMeeting(text ?? ''))
}

function listItems({ db, target }: LoadScope) {
  return db
    .selectFrom('agenda_items')
    .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
    .leftJoin('agenda_items as parents', 'parents.id', 'agenda_items.parent_id')
    .select(['agenda_items.id', 'agenda_items.slug', 'agenda_items.source', 'meetings.date'])
    .select(['agenda_items.meeting_id', 'meetings.organization_id', 'agenda_items.title'])
    .select(['agenda_items.description', 'agenda_items.matter_id', 'agenda_items.parent_id'])
    .select('parents.title as parent_title')
    .where('agenda_items.municipality_id', '=', target.id)
    .where(({ fn, or }) =>
      or(
        ['agenda_items.title', 'agenda_items.description', 'parents.title'].flatMap((column) =>
          speaksOfClosed(fn<string>('lower', [column as 'agenda_items.title'])),
        ),
      ),
    )
    .orderBy('meetings.date')
    .orderBy('agenda_items.meeting_id')
    .orderBy('agenda_items.position')
    .execute()
}

// What is closed says so, or names a clause of a law.
const parts = ['camera', 'close', 'private', 'huis clos', 'public', '(1)', '(2)']

const speaksOfClosed = (folded: Expression<string>) =>
  parts.map((part) => expressionBuilder()(folded, 'like', `%${part}%`))
