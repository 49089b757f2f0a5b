import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { titleOf } from '../motion/motion-title.ts'
import { ResultTag } from '../parts/result-tag.tsx'
import { paths } from '../paths.ts'
import type { PersonOnPage } from './read-person.ts'

/** The motions that the person moved, newest first. */
export function Moved({ moved }: Pick<PersonOnPage, 'moved'>) {
  const locale = useLocale()
  const { words, date } = locale
  const council = useCouncil()
  return (
    <>
      <h2 id="moved">{words.person.moved}</h2>
      {moved.length === 0 && <p>{words.person.noneMoved}</p>}
      <ul class="rows">
        {moved.map((motion) => (
          <li key={motion.slug}>
            <a href={paths.motion(council, motion.slug)}>
              {titleOf(
                { ...motion, text: motion.summary ?? motion.text },
                motion.identifier,
                locale,
              )}
            </a>
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
