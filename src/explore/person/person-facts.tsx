import type { PersonDetail } from '../../resources/people/schema.ts'
import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'

/** Other names of the person, their party, and how long they spoke; nothing if none is recorded. */
export function PersonFacts({ person }: { person: PersonDetail }) {
  const { words, count } = useLocale()
  const { party, speaking_time: spoken } = person
  const otherNames = person.other_names.filter((name) => name !== person.name)
  const isMeasured = spoken.meetings > 0
  if (!isMeasured && otherNames.length === 0 && !party) return null
  const minutes = count(Math.round(spoken.seconds / 60))
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.person.otherNames}>{otherNames.length > 0 && otherNames.join(', ')}</Fact>
        <Fact name={words.person.party}>{party}</Fact>
        <Fact name={words.person.speaking}>
          {isMeasured &&
            words.person.speakingText(minutes, spoken.meetings, count(spoken.meetings))}
        </Fact>
      </dl>
    </aside>
  )
}
