import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'

/** Links to the list of motions with recorded votes, and to that of all motions. */
export function MotionLists({
  current,
  motions,
}: {
  current: 'votes' | 'motions'
  motions: number
}) {
  const { words, count } = useLocale()
  const council = useCouncil()
  const lists = [
    ['votes', words.votesPage.title],
    ['motions', words.motions.total(count(motions))],
  ] as const
  return (
    <p class="row">
      {lists.map(([name, text]) => (
        <a
          key={name}
          href={paths[name](council)}
          aria-current={name === current ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
    </p>
  )
}
