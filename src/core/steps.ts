import { groupBy } from './group-by.ts'
import { inVotingOrder, type Voted } from './voting-order.ts'

interface Action {
  /** Empty if unknown. */
  date: string
  description: string
  organization: string | null
  meeting_slug: string | null
  motion_slug: string | null
}

interface Motion extends Voted {
  slug: string
  /** Empty if unknown. */
  date: string
  meeting_slug: string | null
  /** In the order of the source. */
  position: number
}

interface Sitting {
  slug: string
  date: string
}

/** A step that the source records, motions of a meeting, or a meeting alone. */
export interface Step<A, M> {
  /** Empty if unknown. */
  date: string
  meeting_slug: string | null
  action?: A
  motions: M[]
}

interface Ways<A, M> {
  /** Oldest first. */
  actions: readonly A[]
  motions: readonly M[]
  /** Meetings with the record on their agenda. */
  sittings: readonly Sitting[]
}

/**
 * The steps of a record, oldest first and undated ones first: each recorded step, motion and meeting once. A motion without
 * a step of its own is before the step of a later motion of its meeting.
 */
export function stepsOf<A extends Action, M extends Motion>(ways: Ways<A, M>): Step<A, M>[] {
  const motionOf = new Map(ways.motions.map((motion) => [motion.slug, motion]))
  const recorded: Step<A, M>[] = onceEach(ways.actions).map((action) => {
    const { date, meeting_slug, motion_slug: slug } = action
    const motion = motionOf.get(slug ?? '')
    return { date, meeting_slug, action, motions: motion === undefined ? [] : [motion] }
  })
  const ofActions = new Set(ways.actions.map((action) => action.motion_slug))
  const loose = ways.motions
    .filter(({ slug }) => !ofActions.has(slug))
    .toSorted((one, other) => one.position - other.position)
  const inMeeting = groupBy(loose, ({ meeting_slug: slug }) => slug)
  const meetings = [...new Set(loose.flatMap(({ meeting_slug: slug }) => slug ?? []))]
  const slots = meetings.flatMap((slug) =>
    slotsOf<A, M>(
      inMeeting(slug),
      recorded.filter((step) => step.meeting_slug === slug),
    ),
  )
  const beside = groupBy(slots, ({ anchor }) => anchor)
  const stepsBeside = (anchor: Step<A, M>, side: Slot<A, M>['side']) =>
    beside(anchor)
      .filter((slot) => slot.side === side)
      .map(({ step }) => ({ ...step, date: anchor.date }))
  const ordered = recorded.flatMap((step) => [
    ...stepsBeside(step, 'before'),
    step,
    ...stepsBeside(step, 'after'),
  ])
  const others = beside(undefined).map(({ step }) => step)
  const stepped = new Set([...ordered, ...others].map(({ meeting_slug: slug }) => slug))
  const alone = ways.sittings
    .filter(({ slug }) => !stepped.has(slug))
    .map(({ slug, date }) => ({ date, meeting_slug: slug, motions: [] }))
  const outside = inMeeting(null).map((motion) => stepOf<A, M>([motion]))
  return [...ordered, ...others, ...alone, ...outside].sort((one, other) =>
    one.date < other.date ? -1 : Number(one.date > other.date),
  )
}

/** A step of motions alone. */
const stepOf = <A, M extends Motion>(motions: M[]): Step<A, M> => ({
  date: motions[0]?.date ?? '',
  meeting_slug: motions[0]?.meeting_slug ?? null,
  motions,
})

/** The matters of one by-law may record the same step. */
function onceEach<A extends Action>(actions: readonly A[]): A[] {
  const keyOf = ({ date, description, organization, meeting_slug, motion_slug }: A) =>
    JSON.stringify([date, description, organization, meeting_slug, motion_slug])
  return [...new Map(actions.map((action) => [keyOf(action), action])).values()]
}

interface Slot<A, M> {
  step: Step<A, M>
  /** The recorded step that it is beside. */
  anchor: Step<A, M> | undefined
  side: 'before' | 'after'
}

/** Where the motions of a meeting without a step are among its recorded steps, in the order of the votes. */
function slotsOf<A, M extends Motion>(
  loose: readonly M[],
  recorded: readonly Step<A, M>[],
): Slot<A, M>[] {
  const stepOfMotion = new Map(
    recorded.flatMap((step) => step.motions.map((motion) => [motion, step])),
  )
  const all = [...loose, ...stepOfMotion.keys()].sort((one, other) => one.position - other.position)
  const slots: Slot<A, M>[] = []
  let run: M[] = []
  const slot = (anchor: Step<A, M> | undefined, side: Slot<A, M>['side']) => {
    if (run.length > 0) slots.push({ step: stepOf(run), anchor, side })
    run = []
  }
  for (const motion of inVotingOrder(all)) {
    const step = stepOfMotion.get(motion)
    if (step === undefined) run.push(motion)
    else slot(step, 'before')
  }
  slot(recorded.at(-1), 'after')
  return slots
}

/** What an item is called that has no recorded step. */
export const onAgendaAs = ({ item_number: number, title }: Item): string =>
  `On the agenda${number === null ? '' : ` as item ${number}`}: ${title}`

interface Item {
  item_number: string | null
  title: string
}
