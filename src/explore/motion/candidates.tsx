import type { MotionDetail } from '../../resources/motions/schema.ts'
import { useLocale } from '../locale.ts'
import { PersonName } from '../parts/person-name.tsx'

/** The candidates of an election. */
export function Candidates({ candidates }: Pick<MotionDetail, 'candidates'>) {
  const { words, count } = useLocale()
  return (
    <>
      <h3>{words.motion.candidates}</h3>
      <ul class="rows">
        {candidates.map(({ name_as_written, person_name, person_slug, votes, elected }) => (
          <li key={name_as_written}>
            <PersonName name={person_name} slug={person_slug} />
            {votes !== null && ` · ${words.motion.candidateVotes(votes, count(votes))}`}
            {elected === true && <strong>{` · ${words.motion.elected}`}</strong>}
          </li>
        ))}
      </ul>
    </>
  )
}
