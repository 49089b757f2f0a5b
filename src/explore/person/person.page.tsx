import type { PersonDetail } from '../../resources/people/schema.ts'
import { useCouncil } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { Counts, Fact, motionCountsIn } from '../parts/facts.tsx'
import { ItemLine, MotionLink } from '../parts/motion-link.tsx'
import { BodyName } from '../parts/names.tsx'
import { Rows } from '../parts/rows.tsx'
import { SeatTable } from '../parts/seat-table.tsx'
import { ResultTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import { recordName } from '../record-name.ts'
import { PersonQuery } from '../schema.ts'
import { personData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { Attended } from './attended.tsx'
import { Contact } from './contact.tsx'
import { type PersonOnPage, readPerson } from './read-person.ts'
import { Votes } from './votes.tsx'
import { VotesByMonth } from './votes-by-month.tsx'

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
        isEmbeddable: true,
      }}
      {...(isSeated && { structured: personData(visit, person) })}
      // Only people with a seat are public figures.
      unlisted={!isSeated}
      table={{ path: `people/${person.slug}/votes` }}
      feed={`people/${person.slug}`}
    >
      <h1>{person.name}</h1>
      {seat !== '' && <p class="lead">{seat}</p>}
      <Contact person={person} />
      {isSeated ? <Totals found={found} /> : <p>{words.person.notSeated}</p>}
      <div class="beside">
        <div>
          <Attended found={found} />
          <Votes visit={visit} page={found.votes}>
            {isSeated && <VotesByMonth months={found.months} />}
          </Votes>
          <Moved moved={found.moved} />
          <Seats memberships={person.memberships} />
        </div>
        <PersonFacts found={found} />
      </div>
    </CouncilPage>
  )
}

/** Totals, with how far they can be trusted. */
function Totals({ found: { person, counts, dissents, uncounted } }: { found: PersonOnPage }) {
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
      <p class="quiet">
        {uncounted > 0 && `${words.person.uncounted(uncounted, count(uncounted))} `}
        {words.person.coverage(motionCountsIn(counts, locale))}
      </p>
    </>
  )
}

/** The table of seats has all of them. */
const bodiesMax = 30

/** Where the person sits today, or is in roll calls, their other names and party, and how long they spoke; nothing if none is recorded. */
function PersonFacts({ found: { person, attended } }: { found: PersonOnPage }) {
  const { words, count } = useLocale()
  const { party, speaking_time: spoken } = person
  const seats = person.memberships.filter(({ ended }) => !ended)
  const bodies = new Map(seats.map((seat) => [seat.organization_slug, seat.organization_name]))
  const called = new Map(
    attended.flatMap(({ body, body_slug: slug }) =>
      body === null || slug === null || bodies.has(slug) ? [] : [[slug, body]],
    ),
  )
  const otherNames = person.other_names.filter((name) => name !== person.name)
  const isMeasured = spoken.meetings > 0
  if (!isMeasured && otherNames.length === 0 && !party && bodies.size + called.size === 0)
    return null
  const minutes = count(Math.round(spoken.seconds / 60))
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.person.sitsOn}>{bodies.size > 0 && <BodyNames names={bodies} />}</Fact>
        <Fact name={words.person.inRollCalls}>
          {called.size > 0 && <BodyNames names={called} />}
        </Fact>
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

/** By slug. */
function BodyNames({ names }: { names: ReadonlyMap<string, string> }) {
  return (
    <ul>
      {[...names].slice(0, bodiesMax).map(([slug, name]) => (
        <li key={slug}>
          <BodyName name={name} slug={slug} />
        </li>
      ))}
    </ul>
  )
}

/** Motions before the rest is folded away. */
const movedMax = 5

/** The motions that the person moved, newest first. */
function Moved({ moved }: Pick<PersonOnPage, 'moved'>) {
  const { words, date } = useLocale()
  return (
    <>
      <h2 id="moved">{words.person.moved}</h2>
      {moved.length === 0 && <p>{words.person.noneMoved}</p>}
      <Rows
        rows={moved}
        shownMax={movedMax}
        keyOf={({ slug }) => slug}
        show={(motion) => (
          <>
            <ItemLine item={motion.subject} />
            <MotionLink motion={motion} />
            <p class="quiet">
              {motion.date !== '' && `${date(motion.date)} `}
              <ResultTag {...motion} />
            </p>
          </>
        )}
      />
    </>
  )
}

/** Seats on the council and committees, newest first. */
function Seats({ memberships }: Pick<PersonDetail, 'memberships'>) {
  const { words, count } = useLocale()
  if (memberships.length === 0) return null
  return (
    <SeatTable
      id="seats"
      title={words.person.seats(memberships.length, count(memberships.length))}
      whose={words.person.body}
      seats={memberships}
      nameOf={(seat) => <BodyName name={seat.organization_name} slug={seat.organization_slug} />}
    />
  )
}
