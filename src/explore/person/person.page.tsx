import { useCouncil } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { Counts } from '../parts/counts.tsx'
import { motionCountsIn } from '../parts/motion-counts.ts'
import { paths } from '../paths.ts'
import { recordName } from '../record-name.ts'
import { PersonQuery } from '../schema.ts'
import { personData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { Attended } from './attended.tsx'
import { Contact } from './contact.tsx'
import { Moved } from './moved.tsx'
import { PersonFacts } from './person-facts.tsx'
import { type PersonOnPage, readPerson } from './read-person.ts'
import { Seats } from './seats.tsx'
import { Votes } from './votes.tsx'

/** `/{municipality}/people/{slug}`: a person, how they voted, and which meetings they attended. */
export const personPage: ExplorePage = {
  path: '/people/:slug',
  querystring: PersonQuery,
  async render(visit) {
    return <PersonPage visit={visit} found={await readPerson(visit)} />
  },
}

function PersonPage({ visit, found }: { visit: Visit; found: PersonOnPage }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { person } = found
  const seat = [person.role, person.ward]
    .filter((part) => part !== null)
    .map((part) => recordName(municipality, locale, part))
    .join(', ')
  const isSeated = person.memberships.length > 0
  return (
    <CouncilPage
      visit={visit}
      section="people"
      isShortened={found.isShortened}
      title={person.name}
      description={[person.name, seat, municipality.name].filter((part) => part !== '').join(', ')}
      crumbs={[<a href={paths.people(municipality)}>{words.people.members}</a>, person.name]}
      citation={{
        text: `${municipality.name}, ${person.name}`,
        v1: `/api/v1/${municipality.slug}/people/${person.slug}`,
      }}
      {...(isSeated && { structured: personData(visit, person) })}
      // Only people with a seat are public figures.
      unlisted={!isSeated}
    >
      <h1>{person.name}</h1>
      {seat !== '' && <p class="lead">{seat}</p>}
      <Contact person={person} />
      {isSeated ? <Totals found={found} /> : <p>{words.person.notSeated}</p>}
      <div class="beside">
        <div>
          <Votes visit={visit} page={found.votes} />
          <Moved moved={found.moved} />
          <Attended found={found} />
          <Seats memberships={person.memberships} />
        </div>
        <PersonFacts person={person} />
      </div>
    </CouncilPage>
  )
}

/** Totals, with how far they can be trusted. */
function Totals({ found: { person, counts, dissents } }: { found: PersonOnPage }) {
  const locale = useLocale()
  const { words, count } = locale
  const council = useCouncil()
  const { slug, voting_summary: votes, attendance_summary: attendance } = person
  const names = words.person.counts
  const attended = words.person.attended(count(attendance.present), count(attendance.meetings))
  return (
    <>
      <Counts
        counts={[
          [names.votes, count(votes.total_votes)],
          [names.losing, count(dissents)],
          ...(attendance.meetings > 0 ? [[names.attended, attended] as const] : []),
        ]}
      />
      {votes.total_votes > 0 && (
        <p>
          <a href={paths.others(council, slug)}>{words.compare.link}</a>
        </p>
      )}
      <p class="quiet">{words.person.coverage(motionCountsIn(counts, locale))}</p>
    </>
  )
}
