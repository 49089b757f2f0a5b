import { lastSettledDate } from '../../site/coverage/meeting-counts.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/person-name.tsx'
import { ResultTag } from '../parts/result-tag.tsx'
import { VotePattern } from '../parts/vote-bar.tsx'
import { Phrase } from '../phrase.tsx'
import type { ExplorePage, Visit } from '../visit.ts'
import { MotionFacts } from './motion-facts.tsx'
import { MotionText } from './motion-text.tsx'
import { labelOf, titleOf } from './motion-title.ts'
import { OtherMotions } from './other-motions.tsx'
import { type MotionOnPage, readMotion } from './read-motion.ts'
import { Voting } from './voting.tsx'

/** `/{municipality}/motions/{slug}`: a motion, its result, and who voted how. */
export const motionPage: ExplorePage = {
  path: '/motions/:slug',
  async render(visit) {
    return <MotionPage visit={visit} found={await readMotion(visit)} />
  },
}

function MotionPage({ visit, found }: { visit: Visit; found: MotionOnPage }) {
  const { municipality, locale } = visit
  const { motion, listed, meeting, others } = found
  const title = titleOf(motion, listed?.identifier ?? null, locale)
  const label = labelOf(motion.kind, listed?.identifier ?? null, locale)
  const date = motion.meeting_date === null ? null : locale.date(motion.meeting_date)
  const when = [meeting?.title, date].filter((part) => part != null).join(', ')
  const crumbs = [
    when,
    found.item?.item_number && locale.words.motion.item(found.item.item_number),
    label,
  ]
  return (
    <CouncilPage
      visit={visit}
      title={title}
      description={[motion.result, when].filter((part) => part).join(': ')}
      crumbs={crumbs.filter((crumb) => crumb)}
      citation={{
        text: [municipality.name, label, ...(date === null ? [] : [date])].join(', '),
        v1: `/api/v1/${municipality.slug}/motions/${motion.slug}`,
        ocd: listed && `/api/ocd/${municipality.slug}/votes/${listed.ocd_id}`,
      }}
    >
      <VotePattern />
      <h1>{title}</h1>
      <Lead found={found} visit={visit} />
      <div class="beside">
        <div>
          <Voting found={found} isPending={isPending(found, visit)} />
          <MotionText motion={motion} />
          <OtherMotions others={others} visit={visit} />
        </div>
        <MotionFacts found={found} />
      </div>
    </CouncilPage>
  )
}

/** The result, the count, who moved it. */
function Lead({ found, visit }: { found: MotionOnPage; visit: Visit }) {
  const { words, count } = useLocale()
  const { motion } = found
  const { tally, mover_name: mover, seconder_name: seconder } = motion
  const counted =
    tally.for === null || tally.against === null
      ? null
      : words.motion.tally(count(tally.for), count(tally.against))
  const values = {
    mover: <PersonName name={mover ?? ''} slug={motion.mover_slug} />,
    seconder: <PersonName name={seconder ?? ''} slug={motion.seconder_slug} />,
  }
  const [both, one] = [words.motion.movedAndSeconded, words.motion.moved]
  return (
    <p class="lead">
      <ResultTag {...motion} isPending={isPending(found, visit)} />
      {counted !== null && ` ${counted}.`}
      {mover !== null && ' '}
      {mover !== null && <Phrase text={seconder === null ? one : both} values={values} />}
    </p>
  )
}

/** Whether the minutes of the meeting may still be published. */
function isPending({ meeting }: MotionOnPage, { now, municipality }: Visit): boolean {
  if (meeting === undefined || meeting.has_minutes === 1) return false
  return (
    meeting.status === 'scheduled' || meeting.date > lastSettledDate(now, municipality.timeZone)
  )
}
