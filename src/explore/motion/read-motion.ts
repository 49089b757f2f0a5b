import { isShortened, partsMax } from '../../core/parts-max.ts'
import { findMeeting, type MeetingDetailRows } from '../../resources/meetings/queries.ts'
import { findMotion, type MotionDetailRows } from '../../resources/motions/queries.ts'
import type { MotionDetail } from '../../resources/motions/schema.ts'
import { toMotionDetail } from '../../resources/motions/v1.represent.ts'
import { type Chamber, chamberOf } from '../parts/chamber-of.ts'
import { listChanges, type ShownChange } from '../parts/history/queries.ts'
import { anchorsOf, firstBeside } from '../parts/meeting-anchors.ts'
import { paths } from '../paths.ts'
import type { MotionCounts } from '../queries.ts'
import { Missing, type Visit } from '../visit.ts'
import { findBesideMotion } from './queries.ts'

type MeetingMotion = MeetingDetailRows['motions'][number]

export interface MotionOnPage {
  motion: MotionDetail
  /** As the meeting lists it; undefined if the record has no meeting for it. */
  listed: MeetingMotion | undefined
  meeting: MeetingDetailRows['meeting'] | undefined
  /** The meeting with its documents. */
  sitting: Pick<MeetingDetailRows, 'meeting' | 'documents'> | undefined
  /** With its path on the page of the meeting. */
  item: (MeetingDetailRows['agendaItems'][number] & { path: string }) | undefined
  /** Other motions on the same agenda item. */
  others: MeetingMotion[]
  row: MotionDetailRows['motion']
  /** The motion of `item_outcome`. */
  last: Awaited<ReturnType<typeof findBesideMotion>>['last']
  texts: Awaited<ReturnType<typeof findBesideMotion>>['texts']
  counts: MotionCounts
  /** Whether the source names no mover of any motion. */
  lacksMovers: boolean
  /** Undefined where no seats can be drawn. */
  chamber: Chamber | undefined
  /** Of the people who voted, by slug. */
  wards: ReadonlyMap<string, string>
  changes: readonly ShownChange[]
  isShortened: boolean
}

/** A motion with its meeting and agenda item, in four statements. */
export async function readMotion({
  store,
  municipality,
  params,
  locale,
}: Visit): Promise<MotionOnPage> {
  return store.read(async (db) => {
    const rows = await findMotion(db, municipality.id, params.slug ?? '', partsMax)
    if (rows === undefined) throw new Missing('motion')
    const motion = toMotionDetail(rows)
    const { meeting_slug: slug } = motion
    const found =
      slug === null
        ? undefined
        : await findMeeting(db, municipality.id, { column: 'slug', value: slug }, partsMax)
    const listed = found?.motions.find((one) => one.slug === motion.slug)
    const itemId = listed?.agenda_item_id ?? null
    const item = found?.agendaItems.find(({ id }) => id === itemId)
    const { members, ...beside } = await findBesideMotion(db, municipality.id, motion)
    return {
      motion,
      row: rows.motion,
      listed,
      meeting: found?.meeting,
      sitting: found,
      item: found && item && { ...item, path: pathOf(municipality, found, item) },
      others:
        found?.motions.filter(
          (one) => itemId !== null && one.agenda_item_id === itemId && one !== listed,
        ) ?? [],
      ...beside,
      chamber: chamberOf(motion, members, locale.tag),
      changes: await listChanges(db, { kind: 'motion', id: rows.motion.id }),
      isShortened: isShortened(rows),
    }
  })
}

function pathOf(
  municipality: Visit['municipality'],
  { meeting, agendaItems }: Pick<MeetingDetailRows, 'meeting' | 'agendaItems'>,
  { id }: { id: number },
): string {
  const path = paths.meeting(municipality, meeting.slug)
  const anchor = anchorsOf(agendaItems).get(id)
  const first = firstBeside(agendaItems, id)
  const query = first === 1 ? '' : `?items=${first}`
  return `${path}${query}#${anchor}`
}
