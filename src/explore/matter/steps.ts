import { groupBy } from '../../core/group-by.ts'
import type { MatterDetail } from '../../resources/matters/schema.ts'
import { inVotingOrder } from '../parts/voting-order.ts'
import type { MatterOnPage } from './read-matter.ts'

export type Action = MatterDetail['actions'][number]
export type MatterMotion = MatterDetail['motions'][number]
export type Sitting = MatterOnPage['proceedings']['meetings'][number]

/** A step that the source records, or a meeting that dealt with the matter. */
export interface Step {
  /** Empty if unknown. */
  date: string
  action?: Action
  sitting?: Sitting | undefined
  motions: MatterMotion[]
}

/** The recorded steps, and the meetings and motions without one, oldest first; undated ones first. */
export function stepsOf({ matter, proceedings }: MatterOnPage): Step[] {
  const sittings = new Map(proceedings.meetings.map((meeting) => [meeting.slug, meeting]))
  const motionOf = new Map(matter.motions.map((motion) => [motion.slug, motion]))
  const recorded = matter.actions.map((action) => {
    const motion = motionOf.get(action.motion_slug ?? '')
    return {
      date: action.date ?? '',
      action,
      sitting: sittings.get(action.meeting_slug ?? ''),
      motions: motion === undefined ? [] : [motion],
    }
  })
  const ofActions = new Set(matter.actions.map(({ motion_slug: slug }) => slug))
  const motions = matter.motions.filter(({ slug }) => !ofActions.has(slug)).reverse()
  const inMeeting = groupBy(motions, ({ meeting_slug: slug }) => slug)
  const stepped = new Set(matter.actions.map(({ meeting_slug: slug }) => slug))
  const others = proceedings.meetings
    .filter(({ slug }) => !stepped.has(slug) || inMeeting(slug).length > 0)
    .map((sitting) => ({
      date: sitting.date,
      sitting,
      motions: inVotingOrder(inMeeting(sitting.slug)),
    }))
  const outside = motions
    .filter(({ meeting_slug: slug }) => slug === null || !sittings.has(slug))
    .map((motion) => ({ date: motion.meeting_date ?? '', motions: [motion] }))
  return [...recorded, ...others.reverse(), ...outside].sort((one, other) =>
    one.date < other.date ? -1 : Number(one.date > other.date),
  )
}
