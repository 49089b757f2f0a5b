import type { FastifyPluginAsync } from 'fastify'
import { PageError } from '../error-pages.tsx'
import { Page } from '../layout.tsx'
import { isPublic, sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { VersionedMemo } from '../versioned-memo.ts'
import { Bodies } from './bodies.tsx'
import { Facts } from './facts.tsx'
import { lastSettledDate, summarizeMeetings } from './meeting-counts.ts'
import { Meetings } from './meetings.tsx'
import { type Coverage, findCoverage } from './queries.ts'

const quarterHourMs = 15 * 60 * 1000

/** `/coverage/:slug`: what the record of a municipality has, and what is missing. */
export const coverage: FastifyPluginAsync<SiteTools> = async (site, { store, clock, config }) => {
  const memo = new VersionedMemo<Coverage>(store)
  site.get<{ Params: { slug: string } }>('/coverage/:slug', async (request, reply) => {
    const { slug } = request.params
    const now = clock.now()
    // "Not yet" depends on the local date, and every time zone is offset by a multiple of 15 minutes.
    const found = await memo.get(slug, Math.floor(now / quarterHourMs), () =>
      findCoverage(store, slug, (timeZone) => lastSettledDate(now, timeZone)),
    )
    if (found === undefined) {
      const message =
        'This service has no municipality with this name. The home page lists those it has.'
      throw new PageError(404, 'Municipality not found', message)
    }
    isPublic(reply)
    return sendPage(reply, <CoveragePage found={found} baseUrl={config.baseUrl} />)
  })
}

function CoveragePage({ found, baseUrl }: { found: Coverage; baseUrl: string }) {
  const { municipality, bodies, lastImport } = found
  const { name, slug } = municipality
  const meetingCounts = summarizeMeetings(found.meetings)
  return (
    <Page
      title={name}
      description={`Meetings, motions, votes and by-laws of ${name}: what is available, and what is missing.`}
    >
      <h1>{name}</h1>
      <p class="lead">What we have for this council, and what is missing.</p>
      <Facts found={found} meetingCounts={meetingCounts} />
      {lastImport !== undefined && (
        <>
          <h2 id="meetings">Meetings</h2>
          <Meetings counts={meetingCounts} />
          <h2 id="bodies">Council, committees and boards</h2>
          <Bodies bodies={bodies} />
        </>
      )}
      <h2 id="data">Get the data</h2>
      <ul>
        <li>
          Open Civic Data API, no key needed:{' '}
          <a href={`${baseUrl}/api/ocd/${slug}/`}>
            <code>{`${baseUrl}/api/ocd/${slug}/`}</code>
          </a>
        </li>
        <li>
          Reeve’s own API (v1), with <a href="/settings/api-keys">your key</a>:{' '}
          <a href={`${baseUrl}/api/v1/${slug}/meetings`}>
            <code>{`${baseUrl}/api/v1/${slug}/meetings`}</code>
          </a>
          . See all endpoints in the <a href="/api/v1/docs">API reference</a>.
        </li>
      </ul>
    </Page>
  )
}
