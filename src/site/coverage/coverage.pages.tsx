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

/** `/coverage/:slug`: what is on record of one municipality, and what is not. */
export const coverage: FastifyPluginAsync<SiteTools> = async (site, { store, clock, config }) => {
  const memo = new VersionedMemo<Coverage>(store)
  site.get<{ Params: { slug: string } }>('/coverage/:slug', async (request, reply) => {
    const { slug } = request.params
    const now = clock.now()
    // What is "not yet" moves with the day, and no day begins anywhere but at a quarter of an hour.
    const found = await memo.get(slug, Math.floor(now / quarterHourMs), () =>
      findCoverage(store, slug, (timeZone) => lastSettledDate(now, timeZone)),
    )
    if (found === undefined) {
      const message =
        'No municipality of this name is served here. The first page lists those that are.'
      throw new PageError(404, 'No such municipality', message)
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
    <Page title={name} description={`What Reeve holds of the council record of ${name}.`}>
      <h1>{name}</h1>
      <p class="lead">What we have for this council, and what is missing.</p>
      <Facts found={found} meetingCounts={meetingCounts} />
      {lastImport !== undefined && (
        <>
          <h2 id="meetings">Meetings</h2>
          <Meetings counts={meetingCounts} />
          <h2 id="bodies">Bodies</h2>
          <Bodies bodies={bodies} />
        </>
      )}
      <h2 id="addresses">Get the data</h2>
      <ul>
        <li>
          Open Civic Data, without a key:{' '}
          <a href={`${baseUrl}/api/ocd/${slug}/`}>
            <code>{`${baseUrl}/api/ocd/${slug}/`}</code>
          </a>
        </li>
        <li>
          Reeve’s own API, with <a href="/settings/api-keys">a key of yours</a>:{' '}
          <a href={`${baseUrl}/api/v1/${slug}/meetings`}>
            <code>{`${baseUrl}/api/v1/${slug}/meetings`}</code>
          </a>
          . The <a href="/api/v1/docs">reference</a> lists all that can follow{' '}
          <code>{`/${slug}/`}</code>.
        </li>
      </ul>
    </Page>
  )
}
