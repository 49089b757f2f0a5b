import { isPlainSeat, officeRank } from '../../core/office-rank.ts'
import { isShortened, partsMax } from '../../core/parts-max.ts'
import { seatBeside } from '../../core/seat-beside.ts'
import { findOrganization } from '../../resources/organizations/queries.ts'
import type { OrganizationDetail } from '../../resources/organizations/schema.ts'
import { toOrganizationDetail } from '../../resources/organizations/v1.represent.ts'
import { recordName, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale, wordOf } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { LargeDay } from '../parts/meeting-band.tsx'
import { BodyName, PersonName } from '../parts/names.tsx'
import { SourcePage } from '../parts/official-links.tsx'
import { sortPeople } from '../parts/people-order.tsx'
import { type MeetingLine, readMeetingLines } from '../parts/queries.ts'
import { SeatTable } from '../parts/seat-table.tsx'
import { LatestMeetings, NextMeetings } from '../parts/sitting.tsx'
import { StatusTag } from '../parts/tags.tsx'
import { Voters } from '../parts/voters.tsx'
import { paths } from '../paths.ts'
import { bodyData } from '../structured.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { findSurroundings, type Surroundings } from './queries.ts'

/** `/{municipality}/bodies/{slug}`: the council, a committee or a board, with its members and meetings. */
export const bodyPage: ExplorePage = {
  path: '/bodies/:slug',
  async render(visit) {
    return <BodyPage visit={visit} found={await readBody(visit)} />
  },
}

interface BodyProps {
  visit: Visit
  found: BodyOnPage
}

function BodyPage({ visit, found }: BodyProps) {
  const { municipality, locale } = visit
  const { words } = locale
  const { body } = found
  const name = recordName(municipality, locale, body.name)
  const kind = wordOf(words.bodies.kinds, body.classification ?? '')
  return (
    <CouncilPage
      visit={visit}
      section="bodies"
      isShortened={found.isShortened}
      marks={body}
      title={name}
      description={[name, kind, municipality.name].filter((part) => part).join(', ')}
      crumbs={[<a href={paths.bodies(municipality)}>{words.bodies.title}</a>, name]}
      structured={bodyData(visit, body)}
      citation={{
        text: `${municipality.name}, ${name}`,
        v1: `/api/v1/${municipality.slug}/organizations/${body.slug}`,
      }}
      table={{ path: 'meetings', filters: { organization: body.slug } }}
      calendar={`bodies/${body.slug}`}
      feed={{ path: `bodies/${body.slug}` }}
    >
      <h1>{name}</h1>
      <Lead body={body} />
      <NextMeeting visit={visit} found={found} />
      <div class="beside">
        <div>
          <Members found={found} />
          <FormerMembers found={found} />
          <VotersOf found={found} />
        </div>
        <BodyFacts found={found} />
      </div>
      {found.next.length !== 1 && (
        <NextMeetings visit={visit} {...found} next={found.next.slice(1)} />
      )}
      <Latest visit={visit} found={found} />
    </CouncilPage>
  )
}

/** The next meeting, with its day in large; nothing without one. */
function NextMeeting({ visit, found: { next, notes } }: BodyProps) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const [meeting] = next
  if (meeting === undefined) return null
  const { id, slug, title, date } = meeting
  const { starts_at: startsAt = null, status } = notes.get(id) ?? {}
  return (
    <div>
      <section class="band next" aria-labelledby="next-meeting">
        <LargeDay {...{ date, startsAt }} today={visit.today} />
        <div>
          <h2 id="next-meeting">{words.bodies.next}</h2>
          <p>
            <a href={paths.meeting(visit.municipality, slug)}>{nameOf(title)}</a>{' '}
            {status !== undefined && <StatusTag status={status} />}
          </p>
        </div>
      </section>
    </div>
  )
}

/** What the body is, how many sit on it, and how often it met. */
function Lead({ body }: Pick<BodyOnPage, 'body'>) {
  const { words, count } = useLocale()
  const { bodies } = words
  const [members, meetings] = [body.members.length, body.meeting_count]
  const facts = [
    wordOf(bodies.kinds, body.classification ?? ''),
    members === 0 ? undefined : bodies.members(members, count(members)),
    bodies.meetings(meetings, count(meetings)),
  ]
  return <p class="lead">{facts.filter((fact) => fact !== undefined).join(' · ')}</p>
}

function Latest({ visit, found }: BodyProps) {
  const { words, count } = useLocale()
  const { body, hasVotes } = found
  const all = body.meeting_count
  return (
    <>
      <LatestMeetings visit={visit} {...found} />
      {all > 0 && (
        <p>
          <a href={`${paths.meetings(visit.municipality)}?organization=${body.slug}`}>
            {words.body.allMeetings(all, count(all))}
          </a>
        </p>
      )}
      {hasVotes && (
        <p>
          <a href={`${paths.votes(visit.municipality)}?organization=${body.slug}`}>
            {words.body.allVotes}
          </a>
        </p>
      )}
    </>
  )
}

/** Who sits on the body today: of one that has ended, no one. */
function Members({ found: { body, called } }: { found: BodyOnPage }) {
  const { words, tag: language } = useLocale()
  const nameOf = useRecordName()
  const named = body.members.map((member) => ({ ...member, name: member.person_name }))
  if (body.is_active === false && named.length === 0) return null
  const members = sortPeople(named, { by: 'name', language })
    .toSorted((one, other) => officeRank(one.role) - officeRank(other.role))
    .slice(0, membersMax)
  return (
    <>
      <h2 id="members">{words.body.members}</h2>
      {body.members.length === 0 && <InRollCalls called={called} />}
      <ul class="members">
        {members.map((member, at) => (
          <li key={`${at} ${member.person_slug}`}>
            <PersonName name={member.name} slug={member.person_slug} />
            <span class="quiet">
              {words.body.seat(
                [seatBeside(member.role, member.name), member.label]
                  .filter((part) => part !== null)
                  .filter((part) => !isPlainSeat(part))
                  .map(nameOf),
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Who voted in the body without a seat on record. */
function VotersOf({ found: { voters } }: { found: BodyOnPage }) {
  const { words } = useLocale()
  if (voters.length === 0) return null
  return (
    <>
      <h2 id="voters">{words.body.voters}</h2>
      <Voters voters={voters} />
    </>
  )
}

/** Whom roll calls name, where the source does not say who sits on the body. */
function InRollCalls({ called }: Pick<BodyOnPage, 'called'>) {
  const { words, count, tag: language } = useLocale()
  return (
    <>
      <p>
        {words.body.noMembers} {called.length > 0 && words.body.inRollCalls}
      </p>
      {called.length > 0 && (
        <ul class="members">
          {sortPeople(called, { by: 'name', language }).map(({ slug, name, present, meetings }) => (
            <li key={slug}>
              <PersonName name={name} slug={slug} />
              <span class="quiet">
                {words.body.atMeetings(count(Number(present)), count(Number(meetings)))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** More than a body has. */
const membersMax = 300

/** Who sat on it before, folded away; nothing if the source names no one. */
function FormerMembers({ found: { former } }: { found: BodyOnPage }) {
  const { words, count, tag: language } = useLocale()
  if (former.length === 0) return null
  return (
    <SeatTable
      id="former"
      title={words.body.former(count(former.length))}
      whose={words.body.name}
      seats={sortPeople(former, { by: 'name', language }).map((seat) => ({ ...seat, ended: true }))}
      nameOf={({ slug, name }) => <PersonName name={name} slug={slug} />}
    />
  )
}

/** What the body is, what it belongs to, and what belongs to it. */
function BodyFacts({ found: { body, parent, children } }: { found: BodyOnPage }) {
  const { words, date, count } = useLocale()
  const { meeting_count: meetings, first_meeting_date: first, last_meeting_date: last } = body
  const kind = wordOf(words.bodies.kinds, body.classification ?? '')
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.body.kind}>{kind ?? words.seats.unknown}</Fact>
        <Fact name={words.body.state}>{body.is_active === false && words.bodies.inactive}</Fact>
        <Fact name={words.person.otherNames}>
          {body.other_names.length > 0 && body.other_names.join(', ')}
        </Fact>
        <Fact name={words.body.founded}>{body.founding_date && date(body.founding_date)}</Fact>
        <Fact name={words.body.dissolved}>
          {body.dissolution_date && date(body.dissolution_date)}
        </Fact>
        <Fact name={words.body.parent}>{parent && <BodyName {...parent} />}</Fact>
        <Fact name={words.body.children}>
          {children.length > 0 && (
            <ul>
              {children.map((child) => (
                <li key={child.slug}>
                  <BodyName {...child} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={words.body.meetings}>
          {first === null || last === null
            ? count(meetings)
            : words.body.span(count(meetings), date(first), date(last))}
        </Fact>
        <Fact name={words.motion.documents}>
          {body.source_url !== null && (
            <SourcePage url={body.source_url} name={words.body.official} />
          )}
        </Fact>
      </dl>
    </aside>
  )
}

interface BodyOnPage extends Surroundings {
  body: OrganizationDetail
  notes: ReadonlyMap<number, MeetingLine>
  isShortened: boolean
}

/** A body with its seats and meetings, in three statements. */
async function readBody(visit: Visit): Promise<BodyOnPage> {
  const { store, municipality, today, params } = visit
  return store.read(async (db) => {
    const scope = { municipalityId: municipality.id, today }
    const rows = await findOrganization(db, scope, params.slug ?? '', partsMax)
    if (rows === undefined) throw new Missing('body')
    const found = await findSurroundings(db, { bodyId: rows.organization.id, today })
    const notes = await readMeetingLines(db, [...found.next, ...found.latest])
    const body = toOrganizationDetail(rows)
    // Who sits again is among the members.
    const seated = new Set(body.members.map(({ person_slug: slug }) => slug))
    return {
      ...found,
      former: found.former.filter(({ slug }) => !seated.has(slug)),
      body,
      isShortened: isShortened(rows),
      notes,
    }
  })
}
