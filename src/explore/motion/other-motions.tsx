import { useLocale } from '../locale.ts'
import { MotionLink, MotionNumber } from '../parts/motion-link.tsx'
import { ResultTag } from '../parts/result-tag.tsx'
import type { MotionOnPage } from './read-motion.ts'

/** The other motions on the same agenda item; nothing if there are none. */
export function OtherMotions({ others }: Pick<MotionOnPage, 'others'>) {
  const { words } = useLocale()
  if (others.length === 0) return null
  return (
    <>
      <h2 id="others">{words.motion.others}</h2>
      <ul class="rows">
        {others.map((motion) => (
          <li key={motion.slug}>
            <ResultTag {...motion} /> <Count {...motion} />
            <MotionLink motion={motion} />
            <MotionNumber motion={motion} />
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
