import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import type { MeetingNotes } from '../parts/queries.ts'
import { portalOf, SittingList } from '../parts/sitting.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import type { OverviewRows } from './queries.ts'

interface NextProps {
  visit: Visit
  found: Pick<OverviewRows, 'ofCouncil' | 'next'> & { notes: ReadonlyMap<number, MeetingNotes> }
}

/** The next meeting of the council, with its agenda or where that is published, and those of its committees. */
export function Next({ visit, found: { ofCouncil, next, notes } }: NextProps) {
  const { words } = useLocale()
  const others = next.filter(({ id }) => id !== ofCouncil?.id)
  return (
    <>
      <h2 id="next">{words.overview.next}</h2>
      {ofCouncil === undefined ? (
        <NoneOnRecord visit={visit} />
      ) : (
        <div class="card">
          <OfCouncil visit={visit} meeting={ofCouncil} notes={notes.get(ofCouncil.id)} />
        </div>
      )}
      {others.length > 0 && (
        <>
          <h3>{words.overview.nextOthers}</h3>
          <SittingList visit={visit} meetings={others} notes={notes} />
        </>
      )}
    </>
  )
}

function NoneOnRecord({ visit }: Pick<NextProps, 'visit'>) {
  const { noNextOfCouncil, site } = useLocale().words.overview
  const values = { site: <ExternalLink href={portalOf(visit)}>{site}</ExternalLink> }
  return (
    <p>
      <Phrase text={noNextOfCouncil} values={values} />
    </p>
  )
}

interface OfCouncilProps extends Pick<NextProps, 'visit'> {
  meeting: NonNullable<OverviewRows['ofCouncil']>
  notes: MeetingNotes | undefined
}

function OfCouncil({ visit, meeting, notes }: OfCouncilProps) {
  const { words, shortDate, clock } = useLocale()
  const nameOf = useRecordName()
  const { agenda, noAgendaYet, site } = words.overview
  const values = { site: <ExternalLink href={portalOf(visit)}>{site}</ExternalLink> }
  const { agenda_url: url = null, starts_at: startsAt = null } = notes ?? {}
  return (
    <>
      <p>
        <time dateTime={meeting.date}>{shortDate(meeting.date)}</time>
        {startsAt !== null && `, ${clock(startsAt)}`}
      </p>
      <p>
        <a href={paths.meeting(visit.municipality, meeting.slug)}>{nameOf(meeting.title)}</a>
      </p>
      {url !== null && (
        <p>
          <ExternalLink href={url}>{agenda}</ExternalLink>
        </p>
      )}
      {url === null && meeting.has_agenda === 0 && (
        <p>
          <Phrase text={noAgendaYet} values={values} />
        </p>
      )}
    </>
  )
}
