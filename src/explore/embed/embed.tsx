import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { thingOf } from '../../core/headings/thing.ts'
import { partsMax } from '../../core/parts-max.ts'
import { seatBeside } from '../../core/seat-beside.ts'
import { findMotion } from '../../resources/motions/queries.ts'
import type { MotionDetail } from '../../resources/motions/schema.ts'
import { toMotionDetail } from '../../resources/motions/v1.represent.ts'
import { findPerson } from '../../resources/people/queries.ts'
import { toPersonDetail } from '../../resources/people/v1.represent.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { useFace } from '../../site/face.tsx'
import { LanguageProvider } from '../../site/locale.ts'
import { sendPage } from '../../site/send-page.ts'
import { CouncilContext, recordName } from '../council-context.ts'
import { Origin } from '../frame/source-line.tsx'
import { locales, useLocale, wordOf } from '../locale.ts'
import { ChamberOfVote, hasSeats } from '../parts/chamber.tsx'
import { chamberOf } from '../parts/chamber-of.ts'
import { ItemLine, lineOfMotion, MotionTitle } from '../parts/motion-link.tsx'
import { PersonName } from '../parts/names.tsx'
import { Outcome } from '../parts/outcome.tsx'
import { type MeetingNotes, membersOn, readMeetingNotes } from '../parts/queries.ts'
import { Reason } from '../parts/reason.tsx'
import {
  countedIn,
  countedTally,
  namedIn,
  oncePerPerson,
  recordedOf,
  sideOf,
  votesByValue,
} from '../parts/recorded.ts'
import { verbOf } from '../parts/tags.tsx'
import { findTotals } from '../parts/totals.ts'
import { Vetoes } from '../parts/veto-step.tsx'
import { VoteLine } from '../parts/vote-line.tsx'
import { VoteStrip } from '../parts/vote-strip.tsx'
import { listVoteLines } from '../parts/voted-motions.ts'
import { paths } from '../paths.ts'
import { meetingsAround } from '../queries.ts'
import { readRegister } from '../registers/embedded-register.tsx'
import { registers } from '../registers/registers.ts'
import { NoQuery } from '../schema.ts'
import { Missing, type Visit } from '../visit.ts'

/** The only pages that other sites may frame: they have no form, no script and no cookie. */
const headersFor = (styleDigest: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    // In the page itself: a frame in a sandbox has no origin that could load it.
    `style-src 'sha256-${styleDigest}'`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
})

interface EmbedTools {
  visitOf: (request: FastifyRequest) => Visit
}

/** `/embed/{municipality}/…`: parts of pages for other sites. */
export function addEmbeds(site: FastifyInstance, { visitOf }: EmbedTools): void {
  const onRequest = (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(headersFor(site.face.current.embedStyleDigest))
    done()
  }
  for (const locale of locales) {
    for (const { path, read } of embeds) {
      const url = `${locale.prefix}/embed/:municipality${path}`
      const options = { schema: { querystring: NoQuery }, config: { locale }, onRequest }
      site.get(url, options, async (request, reply) => {
        const visit = visitOf(request)
        try {
          return sendPage(reply, <Frame visit={visit} {...(await read(visit))} />)
        } catch (error) {
          if (!(error instanceof Missing)) throw error
          return sendPage(reply, <Frame visit={visit} {...missing(visit, error)} />, 404)
        }
      })
    }
  }
}

function missing({ municipality, locale }: Visit, { kind }: Missing): Embedded {
  const words = locale.words.missing
  const content = (
    <>
      <h1>{words[kind]}</h1>
      <p>{words[`${kind}Text`](municipality.name)}</p>
    </>
  )
  return { title: words[kind], content }
}

/** The layout of an embed. Its links open beside the page that shows it. */
function Frame({ visit, title, content }: { visit: Visit } & Embedded) {
  const { municipality, locale, config } = visit
  const { prefix } = locale
  const { embedStyle } = useFace()
  const page = `${prefix}${visit.path.slice(`${prefix}/embed`.length)}`
  return (
    <LanguageProvider value={locale.language}>
      <CouncilContext.Provider value={municipality}>
        <html lang={locale.tag}>
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            <title>{`${title} · ${municipality.name}`}</title>
            <link rel="canonical" href={`${config.siteUrl}${page}`} />
            <base target="_blank" />
            <style dangerouslySetInnerHTML={{ __html: embedStyle }} />
          </head>
          <body>
            <header class="band">
              <a href={paths.overview(municipality)}>{municipality.name}</a>
            </header>
            <main>{content}</main>
            <footer class="quiet">
              <Origin visit={visit} />
            </footer>
          </body>
        </html>
      </CouncilContext.Provider>
    </LanguageProvider>
  )
}

/** A part of a page that other sites show. */
export interface Embed {
  /** That of the page, below the council. */
  path: string
  /** Throws `Missing` if the record does not exist. */
  read(visit: Visit): Promise<Embedded>
}

interface Embedded {
  title: string
  /** Begins with what happened. */
  content: ComponentChildren
}

export const embeds: readonly Embed[] = [
  { path: '/motions/:slug', read: readMotion },
  { path: '/people/:slug', read: readPerson },
  { path: '/meetings', read: readMeetings },
  ...registers.map((register) => ({
    path: `/${register.name}`,
    read: (visit: Visit) => readRegister(visit, register),
  })),
]

/** In two statements. */
async function readMotion({ store, municipality, locale, params }: Visit): Promise<Embedded> {
  const { rows, motion, members } = await store.read(async (db) => {
    const found = await findMotion(db, municipality.id, params.slug ?? '', partsMax)
    if (found === undefined) throw new Missing('motion')
    const detail = toMotionDetail(found)
    const { slug, meeting_date: day } = detail
    const on = { municipalityId: municipality.id, slug, date: day ?? '' }
    const sat = await membersOn(db, on).execute()
    return { rows: found, motion: detail, members: sat }
  })
  const chamber = chamberOf(motion, members, locale.tag)
  const title = lineOfMotion(rows.motion, null, { locale, municipality })
  const { organization, meeting_date: day } = motion
  const decided = {
    body: organization && recordName(municipality, locale, organization),
    date: day && locale.date(day),
  }
  const tally = countedTally(motion)
  return {
    title,
    content: (
      <>
        <ItemLine motion={rows.motion} item={motion.item_title} />
        <h1>
          <a href={paths.motion(municipality, motion.slug)}>
            <MotionTitle motion={rows.motion} />
          </a>
        </h1>
        <p class="lead">
          <Outcome
            motion={{ ...rows.motion, vetoes: null }}
            decided={decided}
            thing={thingOf(rows.motion, verbOf(rows.motion)?.verb)}
            isSentence
          />
          {motion.result === null && (
            <span class="quiet">
              {[decided.body, decided.date].filter((part) => part).join(', ')}
            </span>
          )}
          <Vetoes motion={rows.motion} />
        </p>
        <div class={chamber && hasSeats(chamber) ? 'hall' : undefined}>
          {chamber !== undefined && <ChamberOfVote chamber={chamber} />}
          {chamber === undefined && tally !== undefined && <VoteStrip tally={tally} />}
          <Names motion={motion} />
        </div>
      </>
    ),
  }
}

/** Who voted how, and what is not recorded of it. */
function Names({ motion }: { motion: MotionDetail }) {
  const { words, count } = useLocale()
  const recorded = recordedOf(motion)
  const votes = oncePerPerson(motion.votes)
  return (
    <div class="sides">
      {votesByValue(votes).map(([value, group]) => (
        <p key={value}>
          <strong class={sideOf[value]}>
            {words.motion.group(wordOf(words.votes, value) ?? value, count(group.length))}
          </strong>{' '}
          {group.map((vote, at) => (
            <>
              {at > 0 && ', '}
              <PersonName name={vote.person_name} slug={vote.person_slug} />
              {vote.weight !== null && (
                <span class="quiet">{` (${words.weighted.weight(count(vote.weight))})`}</span>
              )}
              <Reason reason={vote.reason} />
            </>
          ))}
        </p>
      ))}
      {recorded === 'someNamed' && (
        <p>{words.motion.someNamed(count(namedIn(motion)), count(countedIn(motion) ?? 0))}</p>
      )}
      {recorded === 'tally' && <p>{words.motion.tallyOnly}</p>}
      {recorded === 'dissents' && <p>{words.motion.dissentsOnly(votes.length)}</p>}
    </div>
  )
}

const latestMax = 3

/** In three statements. */
async function readPerson(visit: Visit): Promise<Embedded> {
  const { store, municipality, today, params, locale } = visit
  const { words, count } = locale
  return store.read(async (db) => {
    const scope = { municipalityId: municipality.id, today }
    const rows = await findPerson(db, scope, params.slug ?? '', partsMax)
    if (rows === undefined) throw new Missing('person')
    const person = toPersonDetail(rows, today)
    const personId = rows.person.id
    const totals = await findTotals(db, municipality.id, [personId])
    const dissents = totals.get(personId)?.losing?.count ?? 0
    const latest = await listVoteLines(
      db,
      municipality.id,
      { person: person.slug },
      { limit: latestMax },
    )
    const seat = [seatBeside(person.role, person.name), person.ward]
      .filter((part) => part !== null)
      .map((part) => recordName(municipality, locale, part))
    const { total_votes: total } = person.voting_summary
    return {
      title: person.name,
      content: (
        <>
          <h1>
            <a href={paths.person(municipality, person.slug)}>{person.name}</a>{' '}
            {seat.length > 0 && <span class="quiet">{seat.join(', ')}</span>}
          </h1>
          <p>
            {total === 0
              ? words.person.noVotes
              : words.embed.voted(total, count(total), count(dissents))}
          </p>
          {latest.length > 0 && (
            <ul class="rows">
              {latest.map((vote) => (
                <li key={vote.slug}>
                  <VoteLine vote={vote} />
                </li>
              ))}
            </ul>
          )}
        </>
      ),
    }
  })
}

const nextMax = 5

/** In two statements. */
async function readMeetings(visit: Visit): Promise<Embedded> {
  const { store, municipality, today, locale } = visit
  const { overview, feeds } = locale.words
  const { next, notes } = await store.read(async (db) => {
    const around = meetingsAround(
      db,
      (meetings) => meetings.where('meetings.municipality_id', '=', municipality.id),
      { today, latestMax: 1 },
    )
    const found = await around.next.limit(({ lit }) => lit(nextMax)).execute()
    return { next: found, notes: await readMeetingNotes(db, found) }
  })
  return {
    title: feeds.meetingsOf(municipality.name),
    content: (
      <>
        <h1>{next.length === 0 ? overview.noNext : overview.next}</h1>
        <ul class="rows">
          {next.map((meeting) => (
            <li key={meeting.id}>
              <NextMeeting visit={visit} meeting={meeting} notes={notes.get(meeting.id)} />
            </li>
          ))}
        </ul>
        <p>
          <a href={paths.meetings(municipality)}>{overview.allMeetings}</a>
        </p>
      </>
    ),
  }
}

interface NextMeetingProps {
  visit: Visit
  meeting: { slug: string; title: string; date: string }
  notes: MeetingNotes | undefined
}

/** The day, the time, the body and the agenda. */
function NextMeeting({ visit: { municipality, locale }, meeting, notes }: NextMeetingProps) {
  const { starts_at: startsAt = null, agenda_url: agenda = null } = notes ?? {}
  return (
    <>
      <time dateTime={meeting.date}>{locale.shortDate(meeting.date)}</time>
      {startsAt !== null && `, ${locale.clock(startsAt)}`}
      {' · '}
      <a href={paths.meeting(municipality, meeting.slug)}>
        {recordName(municipality, locale, meeting.title)}
      </a>
      {agenda !== null && (
        <>
          {' · '}
          <ExternalLink href={agenda}>{locale.words.overview.agenda}</ExternalLink>
        </>
      )}
    </>
  )
}
