import { useLocale } from '../locale.ts'
import { ItemLine, MotionLink } from '../parts/motion-link.tsx'
import { ResultTag } from '../parts/result-tag.tsx'
import type { PersonOnPage } from './read-person.ts'

/** The motions that the person moved, newest first. */
export function Moved({ moved }: Pick<PersonOnPage, 'moved'>) {
  const { words, date } = useLocale()
  return (
    <>
      <h2 id="moved">{words.person.moved}</h2>
      {moved.length === 0 && <p>{words.person.noneMoved}</p>}
      <ul class="rows">
        {moved.map((motion) => (
          <li key={motion.slug}>
            <ItemLine item={motion.agenda_item_title} />
            <MotionLink motion={motion} />
            <p class="quiet">
              {motion.date !== '' && `${date(motion.date)} `}
              <ResultTag {...motion} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
