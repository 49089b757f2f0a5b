import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { HowToTakePart } from '../parts/how-to-take-part.tsx'
import { BusinessLines, LargeDay } from '../parts/meeting-band.tsx'
import { portalOf, RecordEnd } from '../parts/sitting.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import type { Overview } from './read-overview.ts'

interface NextProps {
  visit: Visit
  found: Overview
}

/** The next meeting of the council on the colour of the town: its day as a figure, what is on it, and the way into a calendar. */
export function NextMeeting({ visit, found }: NextProps) {
  const { ofCouncil } = found
  if (ofCouncil === undefined) return <NoneOnRecord visit={visit} found={found} />
  return (
    <section class="band next" aria-labelledby="next">
      <LargeDay
        date={ofCouncil.date}
        startsAt={found.agenda?.starts_at ?? null}
        today={visit.today}
      />
      <Business found={found} visit={visit} meeting={ofCouncil} />
      <Ways visit={visit} found={found} meeting={ofCouncil} />
    </section>
  )
}

interface MeetingProps extends NextProps {
  meeting: NonNullable<Overview['ofCouncil']>
}

/** Up to four lines of what is on it, or where the agenda may be. */
function Business({ visit, found, meeting }: MeetingProps) {
  const { words } = useLocale()
  const { noAgendaYet, site } = words.overview
  const business = found.agenda?.business ?? []
  return (
    <div>
      <h2 id="next">{words.overview.nextOfCouncil}</h2>
      <BusinessLines items={business} />
      {meeting.has_agenda === 0 && business.length === 0 && (
        <p>
          <Phrase
            text={noAgendaYet}
            values={{ site: <ExternalLink href={portalOf(visit)}>{site}</ExternalLink> }}
          />
        </p>
      )}
    </div>
  )
}

function Ways({ visit, found, meeting }: MeetingProps) {
  const { words, count, weekday } = useLocale()
  const nameOf = useRecordName()
  const { overview } = words
  const path = paths.meeting(visit.municipality, meeting.slug)
  const items = Number(found.agenda?.business[0]?.items ?? 0)
  const others = found.next.filter(({ id }) => id !== meeting.id)
  const url = found.agenda?.agenda_url ?? null
  return (
    <div>
      <p class="no-print">
        <a class="button" href={`${path}.ics`}>
          {words.meeting.addToCalendar}
        </a>
      </p>
      <p>
        <a href={path}>{items > 0 ? overview.wholeAgenda(count(items)) : nameOf(meeting.title)}</a>
        {url !== null && (
          <>
            {' · '}
            <ExternalLink href={url}>{overview.agenda}</ExternalLink>
          </>
        )}
      </p>
      {found.agenda !== undefined && <HowToTakePart visit={visit} meeting={found.agenda} />}
      {others.length > 0 && (
        <p class="small">
          {overview.nextOthers}
          {words.colon}
          {others.map(({ id, slug, title, date }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <a href={paths.meeting(visit.municipality, slug)}>{nameOf(title)}</a> {weekday(date)}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

/** The years of the record in place of a day, and where the council's calendar may be. */
function NoneOnRecord({ visit, found }: NextProps) {
  const { words } = useLocale()
  const { noNextOfCouncil, site, next } = words.overview
  const last = found.latest[0]?.date
  const [from, to] = [found.firstDate?.slice(0, 4), found.lastDate?.slice(0, 4)]
  return (
    <section class="band next" aria-labelledby="next">
      {from !== undefined && to !== undefined && (
        <p class="day years">
          <span class="figure">{from === to ? to : `${from}\u2013${to}`}</span>
        </p>
      )}
      <div>
        <h2 id="next">{next}</h2>
        <p>
          <Phrase
            text={noNextOfCouncil}
            values={{ site: <ExternalLink href={portalOf(visit)}>{site}</ExternalLink> }}
          />
        </p>
        {found.next.length === 0 && last !== undefined && <RecordEnd visit={visit} last={last} />}
      </div>
    </section>
  )
}
