import { useLocale } from '../locale.ts'
import { ResultTag } from '../parts/result-tag.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { labelOf } from './motion-title.ts'
import type { MotionOnPage } from './read-motion.ts'

/** The other motions on the same agenda item; nothing if there are none. */
export function OtherMotions({ others, visit }: Pick<MotionOnPage, 'others'> & { visit: Visit }) {
  const locale = useLocale()
  if (others.length === 0) return null
  return (
    <>
      <h2 id="others">{locale.words.motion.others}</h2>
      <ul class="rows">
        {others.map((motion) => (
          <li key={motion.slug}>
            <ResultTag {...motion} /> <Count {...motion} />
            <a href={paths.motion(visit.municipality, motion.slug)}>{labelOf(motion, locale)}</a>
          </li>
        ))}
      </ul>
    </>
  )
}

function Count({ tally_for, tally_against }: Tallied) {
  const { words, count } = useLocale()
  if (tally_for === null || tally_against === null) return null
  return <>{`${words.motion.tally(count(tally_for), count(tally_against))} `}</>
}

type Tallied = Pick<MotionOnPage['others'][number], 'tally_for' | 'tally_against'>
