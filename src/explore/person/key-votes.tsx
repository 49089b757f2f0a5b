import { useCouncil } from '../council-context.ts'
import { urlOf } from '../list-page.ts'
import { useLocale, wordOf } from '../locale.ts'
import { Losers } from '../parts/losers.tsx'
import { ItemLine, MotionLink } from '../parts/motion-link.tsx'
import { Outcome } from '../parts/outcome.tsx'
import { Rows } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import type { KeyVotes } from './queries.ts'

/** The closest votes of a person beside the latest ones that went against them. */
export function ClosestAndLost({ votes, slug }: { votes: KeyVotes; slug: string }) {
  const { words } = useLocale()
  const council = useCouncil()
  const { closest, lost } = words.person.keyVotes
  const contestedPath = urlOf(paths.votes(council), { person: slug, contested: true })
  const lostPath = `${paths.person(council, slug)}?dissent=true#votes`
  return (
    <div class="vote-groups">
      <Group id="closest" words={closest} votes={votes.closest} path={contestedPath} />
      <Group id="lost" words={lost} votes={votes.lost} path={lostPath} />
    </div>
  )
}

interface GroupProps {
  id: string
  words: { title: string; all: string }
  votes: KeyVotes['closest']
  /** The list that has all of them. */
  path: string
}

/** Rows of each group before the rest is folded away, so that both are on the first two screens of a phone. */
const shownMax = 3

function Group({ id, words, votes, path }: GroupProps) {
  const { words: all, date } = useLocale()
  if (votes.length === 0) return null
  return (
    <section>
      <h2 id={id}>{words.title}</h2>
      <Rows
        rows={votes}
        shownMax={shownMax}
        keyOf={({ slug }) => slug}
        show={(motion) => (
          <>
            <ItemLine motion={motion} item={motion.subject} />
            <MotionLink motion={motion} />
            <p class="result">
              <strong class={`voted ${motion.value}`}>
                {wordOf(all.person.voted, motion.value) ?? motion.value}
              </strong>{' '}
              <span>
                <Outcome motion={motion} />
              </span>{' '}
              {motion.date !== '' && <span class="quiet">· {date(motion.date)}</span>}{' '}
              <Losers motion={motion} />
            </p>
          </>
        )}
      />
      <p>
        <a href={path}>{words.all}</a>
      </p>
    </section>
  )
}
