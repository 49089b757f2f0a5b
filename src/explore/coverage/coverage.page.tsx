import { pathIn } from '../../site/address.ts'
import { Phrase } from '../../site/phrase.tsx'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { lastSettledDate } from '../minutes.ts'
import { BodyName } from '../parts/names.tsx'
import { paths } from '../paths.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { OriginFacts, RecordCounts } from './facts.tsx'
import { Listed } from './listed.tsx'
import { Meetings, Summary, summarizeMeetings } from './meetings.tsx'
import { type Coverage, findCoverage } from './queries.ts'

/** `/{municipality}/coverage`: what the record of a council has, and what is missing. */
export const coveragePage: ExplorePage = {
  path: '/coverage',
  async render(visit) {
    const { store, municipality, now } = visit
    const settled = lastSettledDate(now, municipality.timeZone)
    const found = await findCoverage(store, municipality.id, settled)
    return <CoveragePage visit={visit} found={found} />
  },
}

function CoveragePage({ visit, found }: { visit: Visit; found: Coverage }) {
  const { municipality, lastImport, locale } = visit
  const words = locale.words.coverage
  const meetingCounts = summarizeMeetings(found.meetings)
  return (
    <CouncilPage
      visit={visit}
      section="coverage"
      title={words.title}
      description={words.description(municipality.name)}
    >
      <h1>{words.title}</h1>
      <Summary counts={meetingCounts} />
      {lastImport === undefined ? (
        <p class="notice">{words.notImported}</p>
      ) : (
        <>
          <section class="stone">
            <RecordCounts found={found} meetingCounts={meetingCounts} run={lastImport} />
            <p>
              <a href={paths.notes(municipality)}>{words.notes.link(locale.count(found.notes))}</a>
            </p>
          </section>
          <h2 id="meetings">{words.meetings}</h2>
          <Meetings counts={meetingCounts} />
          <Listed
            visit={visit}
            listings={found.listings}
            uncompared={found.uncompared}
            hasFailed={found.failure !== undefined}
          />
        </>
      )}
      <div class={lastImport === undefined ? undefined : 'halves'}>
        {lastImport !== undefined && (
          <div>
            <h2 id="bodies">{words.bodies}</h2>
            <Bodies bodies={found.bodies} />
          </div>
        )}
        <div>
          <h2 id="origin">{words.origin}</h2>
          <OriginFacts visit={visit} found={found} />
          <p>
            <a href={paths.takedowns(municipality)}>{locale.words.takedowns.link}</a>
            {' · '}
            <a href={paths.corrections(municipality)}>{locale.words.corrections.link}</a>
          </p>
          <h2 id="data">{words.data}</h2>
          <Data visit={visit} />
        </div>
      </div>
    </CouncilPage>
  )
}

/** The URLs of the council in both APIs. */
function Data({ visit: { municipality, config } }: { visit: Visit }) {
  const locale = useLocale()
  const words = locale.words.coverage
  const link = (path: string) => (
    <a href={config.baseUrl + path}>
      <code>{config.baseUrl + path}</code>
    </a>
  )
  const { slug } = municipality
  return (
    <ul>
      <li>
        <Phrase text={words.ocd} values={{ url: link(`/api/ocd/${slug}/`) }} />
      </li>
      <li>
        <Phrase
          text={words.v1}
          values={{
            key: <a href={pathIn(locale, '/settings/api-keys')}>{words.yourKey}</a>,
            // Without a key, the URL leads to an error.
            url: <code>{`${config.baseUrl}/api/v1/${slug}/meetings`}</code>,
            reference: <a href={pathIn(locale, '/api/v1/docs')}>{words.reference}</a>,
          }}
        />
      </li>
      {config.publishDir !== null && (
        <li>
          <Phrase
            text={words.files}
            values={{ url: <a href={`${locale.prefix}/bulk/${slug}/`}>{`/bulk/${slug}/`}</a> }}
          />
        </li>
      )}
    </ul>
  )
}

const shownMax = 100

/** Bodies by number of meetings. */
function Bodies({ bodies }: Pick<Coverage, 'bodies'>) {
  const { words, count } = useLocale()
  if (bodies.length === 0) return <p>{words.coverage.noBodies}</p>
  const others = bodies.length - shownMax
  return (
    <>
      <table class="bodies">
        <thead>
          <tr>
            <th scope="col">{words.coverage.body}</th>
            <th scope="col" class="number">
              {words.coverage.meetings}
            </th>
          </tr>
        </thead>
        <tbody>
          {bodies.slice(0, shownMax).map(({ id, slug, name, meetings }) => (
            <tr key={id}>
              <th scope="row">
                <BodyName name={name} slug={slug} />
              </th>
              <td class="number">{count(meetings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && <p>{words.coverage.more(count(others))}</p>}
    </>
  )
}
