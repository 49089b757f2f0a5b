import type { PersonDetail } from '../../resources/people/schema.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'

/** How to reach the person, and how long they spoke; nothing if neither is recorded. */
export function PersonFacts({ person }: { person: PersonDetail }) {
  const { words, count } = useLocale()
  const { email, phone, website, party, speaking_time: spoken } = person
  const isMeasured = spoken.meetings > 0
  if (!isMeasured && [email, phone, website, party].every((part) => part === null)) return null
  const minutes = count(Math.round(spoken.seconds / 60))
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.person.party}>{party}</Fact>
        <Fact name={words.person.email}>{email !== null && <EmailLink email={email} />}</Fact>
        <Fact name={words.person.phone}>{phone}</Fact>
        <Fact name={words.person.website}>
          {website !== null && <ExternalLink href={website}>{website}</ExternalLink>}
        </Fact>
        <Fact name={words.person.speaking}>
          {isMeasured &&
            words.person.speakingText(minutes, spoken.meetings, count(spoken.meetings))}
        </Fact>
      </dl>
    </aside>
  )
}

const emailPattern = /^[^\s@<>"?&]+@[^\s@<>"?&]+$/

/** Untrusted: only a plain e-mail address becomes a link. */
function EmailLink({ email }: { email: string }) {
  return emailPattern.test(email) ? <a href={`mailto:${email}`}>{email}</a> : <span>{email}</span>
}
