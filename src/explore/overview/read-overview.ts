import { decidingCounts } from '../../core/weighted-votes.ts'
import { listPeople } from '../../resources/people/queries.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import { type Deciding, listDecisions, type MotionLine } from '../parts/queries.ts'
import type { WardSeat } from '../parts/ward-map.tsx'
import { wardSeats } from '../parts/ward-seats.ts'
import type { Visit } from '../visit.ts'
import { findOverview, type OverviewRows, readAgenda } from './queries.ts'

const membersMax = 500
/** Decisions that those on the page are chosen from. */
const [decisionsMax, decisionsShown] = [40, 4]

export interface Overview extends OverviewRows {
  members: PersonItem[]
  seats: WardSeat[]
  /** Of the last day on which the council decided, or of its meeting then. */
  decisions: Awaited<ReturnType<typeof listDecisions>>
  /** Those on the page, the closest first. */
  shown: MotionLine[]
  /** Of the next meeting of the council. */
  agenda: Awaited<ReturnType<typeof readAgenda>> | undefined
}

/** In at most five statements. */
export async function readOverview({
  store,
  municipality,
  today,
  locale,
}: Visit): Promise<Overview> {
  const municipalityId = municipality.id
  return store.read(async (db) => {
    const rows = await findOverview(db, { municipalityId, today })
    const { ofCouncil } = rows
    const agenda = ofCouncil && (await readAgenda(db, ofCouncil.id))
    const rowsOfMembers = await listPeople(
      db,
      { municipalityId, today },
      { is_councillor: true },
      { limit: membersMax },
    )
    const at = decidedAt(rows)
    const decisions = at === undefined ? [] : await listDecisions(db, at, decisionsMax)
    return {
      ...{ ...rows, agenda, decisions },
      shown: chooseShown(decisions),
      members: rowsOfMembers.map(toPersonItem),
      seats: wardSeats(rows.wards, rowsOfMembers, locale.tag),
    }
  })
}

function decidedAt({ decided, decidedOnDay }: OverviewRows): Deciding | undefined {
  if (decidedOnDay !== undefined) return { bodyId: decidedOnDay.id, date: decidedOnDay.date }
  return decided && { meetingId: decided.id }
}

/** The closest vote, and what else was contested or lost, in the order of the meeting. */
function chooseShown(decisions: readonly MotionLine[]): MotionLine[] {
  const [lead, ...others] = completeFirst(decisions).toSorted(
    (one, other) => distanceOf(one) - distanceOf(other),
  )
  if (lead === undefined) return []
  const order = completeFirst(decisions).filter((motion) => others.includes(motion))
  return [lead, ...order].slice(0, decisionsShown)
}

/** The share of the votes between both sides; 1 where no vote was against, or none was counted. */
function distanceOf(motion: MotionLine): number {
  const { for: inFavour, against } = decidingCounts(motion)
  if (inFavour === null || against === null || inFavour === 0 || against === 0) return 1
  return Math.abs(inFavour - against) / (inFavour + against)
}

/** A motion whose text is missing does not say what was decided. */
function completeFirst<M extends MotionLine>(motions: readonly M[]): M[] {
  const lacksText = ({ title_from: from, question }: MotionLine) =>
    Number(question === null && (from === 'subject' || from === 'name'))
  return motions.toSorted((one, other) => lacksText(one) - lacksText(other))
}
