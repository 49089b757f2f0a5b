import type { Municipality } from '../../http/admission.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { hasDocumentsOnly } from '../minutes.ts'
import { Fact, motionCountsIn } from '../parts/facts.tsx'
import { isOfSite } from '../parts/sitting.tsx'
import { lacksMovers } from '../queries.ts'
import type { LastImport, Visit } from '../visit.ts'
import type { MeasureCounts, MeetingCounts } from './meetings.tsx'
import type { Coverage } from './queries.ts'

interface OriginProps {
  visit: Visit
  found: Coverage
}

/** Up to when the record is, and where it comes from. */
export function OriginFacts({ visit, found: { failure } }: OriginProps) {
  const words = useLocale().words.coverage
  const { municipality, lastImport } = visit
  const failed = failure && <DateOf time={failure.finishedAt} municipality={municipality} />
  return (
    <dl class="facts">
      {municipality.asOf !== null && <AsOfFact day={municipality.asOf} />}
      <MunicipalityFacts municipality={municipality} />
      {lastImport !== undefined && <Origin run={lastImport} municipality={municipality} />}
      <Fact name={failure?.isInterrupted === true ? words.interrupted : words.failed}>
        {failed &&
          (lastImport === undefined ? (
            failed
          ) : (
            <Phrase text={words.failedSince} values={{ date: failed }} />
          ))}
      </Fact>
    </dl>
  )
}

interface CountsProps {
  found: Coverage
  meetingCounts: MeetingCounts
  run: LastImport
}

/** How much of each kind is on record, and what is missing of it. */
export function RecordCounts({ found, meetingCounts, run }: CountsProps) {
  const locale = useLocale()
  const { words, count: shown } = locale
  const { coverage } = words
  const { meetings, cancelled, tallies } = meetingCounts.total
  const { people, matters, motions, votes, bylaws } = found
  const bodies = found.bodies.length
  const numbers = {
    meetings: meetings + cancelled,
    bodies,
    people,
    matters,
    motions,
    votes,
    bylaws,
  }
  const counts = Object.entries(numbers) as [keyof typeof numbers, number][]
  const absentIn = (key: string) => absentOf(key, run.importer, tallies.minutes)
  const absences = counts.filter(([, count]) => count === 0).map(([key]) => absentIn(key))
  return (
    <>
      <dl class="counts">
        {counts.map(([key, count]) => (
          <div key={key}>
            <dt>{coverage.counts[key]}</dt>
            {count > 0 ? (
              <dd>{shown(count)}</dd>
            ) : (
              <dd class="absent">{coverage.absent[absentIn(key)]}</dd>
            )}
          </div>
        ))}
      </dl>
      <p class="quiet">
        <Phrase
          text={coverage.bodiesAre}
          values={{ bodies: <strong>{coverage.counts.bodies}</strong> }}
        />{' '}
        <Phrase
          text={coverage.mattersAre}
          values={{ matters: <strong>{coverage.counts.matters}</strong> }}
        />{' '}
        <Phrase text={coverage.voteIs} values={{ vote: <strong>{coverage.vote}</strong> }} />
      </p>
      {votes > 0 && <p>{motionCountsIn(found, locale)}</p>}
      {found.incomplete > 0 && (
        <p>{coverage.incomplete(shown(found.incomplete), shown(motions))}</p>
      )}
      {lacksMovers(found) && <p>{coverage.noMovers}</p>}
      {found.unmet > 0 && (
        <p>
          {coverage.unmet(shown(found.unmet), shown(motions))}
          {found.undated > 0 && ` ${coverage.undated(shown(found.undated))}`}
        </p>
      )}
      {run.unreadMotions > 0 && (
        <p class="quiet">
          <strong>{coverage.unread(shown(run.unreadMotions))}</strong> {coverage.unreadText}
        </p>
      )}
      {[...new Set(absences)].map((absent) => (
        <p class="quiet" key={absent}>
          <Phrase
            text={coverage.meaning[absent]}
            values={{ absent: <strong>{coverage.absent[absent]}</strong> }}
          />
        </p>
      ))}
    </>
  )
}

function AsOfFact({ day }: { day: string }) {
  const { words, date } = useLocale()
  return (
    <Fact name={words.coverage.asOf}>
      <time dateTime={day}>{date(day)}</time>
    </Fact>
  )
}

function MunicipalityFacts({ municipality }: { municipality: Municipality }) {
  const words = useLocale().words.coverage
  const { divisionId, timeZone, url } = municipality
  return (
    <>
      <Fact name={words.website}>
        {url === null ? words.notStated : <ExternalLink href={url}>{url}</ExternalLink>}
      </Fact>
      <Fact name={words.division}>
        <code>{divisionId}</code>
      </Fact>
      <Fact name={words.timeZone}>{timeZone}</Fact>
    </>
  )
}

function Origin({ run, municipality }: { run: LastImport; municipality: Municipality }) {
  const words = useLocale().words.coverage
  const { finishedAt, source, url, licence } = run
  const date = <DateOf time={finishedAt} municipality={municipality} />
  return (
    <>
      <Fact name={words.lastImport}>
        <Phrase text={words.importedFrom} values={{ date, source: <code>{source}</code> }} />
      </Fact>
      <Fact name={isOfSite(run) ? words.sourceWebsite : words.sourceData}>
        {url === null ? words.notStated : <ExternalLink href={url}>{url}</ExternalLink>}
      </Fact>
      <Fact name={words.licence}>
        {licence === null ? (
          words.noLicence
        ) : (
          <Phrase
            text={words.licenceStated}
            values={{ licence: <ExternalLink href={licence}>{licence}</ExternalLink> }}
          />
        )}
      </Fact>
    </>
  )
}

function DateOf({ time, municipality }: { time: string; municipality: Municipality }) {
  const { dateAt } = useLocale()
  return <time dateTime={time}>{dateAt(time, municipality.timeZone)}</time>
}

/** Importers that read a council's own system, which has everything that its minutes name. */
const ownSystems: ReadonlySet<string> = new Set(['escribe', 'legistar', 'legistar-archive'])

/** What minutes in documents have; whether a portal has by-laws or people is not known. */
const inMinutes: ReadonlySet<string> = new Set(['motions', 'votes'])

export type Absent = 'none' | 'notRecorded' | 'notYet' | 'notData'

/** What a count of 0 means: `none` only if the source is the council's own and has minutes; other sources can lack a kind of record. */
export function absentOf(count: string, importer: string | null, minutes: MeasureCounts): Absent {
  if (hasDocumentsOnly(importer) && inMinutes.has(count)) return 'notData'
  if (importer === null || !ownSystems.has(importer)) return 'notRecorded'
  if (minutes.recorded > 0) return 'none'
  return minutes.notRecorded > 0 ? 'notRecorded' : 'notYet'
}
