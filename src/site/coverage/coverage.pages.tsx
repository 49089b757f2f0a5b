import type { FastifyPluginAsync } from 'fastify'
import { PageError } from '../error-pages.tsx'
import { Page } from '../layout.tsx'
import { Remembered } from '../remembered.ts'
import { isPublic, sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { Bodies } from './bodies.tsx'
import { Facts } from './facts.tsx'
import { figuresOf, settledUntil } from './figures.ts'
import { Meetings } from './meetings.tsx'
import { type Coverage, findCoverage } from './queries.ts'

const quarterHourMs = 15 * 60 * 1000

/** `/coverage/:slug`: what is on record of one municipality, and what is not. */
export const coverage: FastifyPluginAsync<SiteTools> = async (site, { store, clock, config }) => {
  const remembered = new Remembered<Coverage>(store)
  site.get<{ Params: { slug: string } }>('/coverage/:slug', async (request, reply) => {
    const { slug } = request.params
    const now = clock.now()
    // What is "not yet" moves with the day, and no day begins anywhere but at a quarter of an hour.
    const found = await remembered.get(slug, Math.floor(now / quarterHourMs), () =>
      findCoverage(store, slug, (timeZone) => settledUntil(now, timeZone)),
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
  const figures = figuresOf(found.meetings)
  return (
    <Page title={name} description={`What Reeve holds of the council record of ${name}.`}>
      <h1>{name}</h1>
      <p class="lead">What we have for this council, and what is missing.</p>
      <Facts found={found} figures={figures} />
      {lastImport !== undefined && (
        <>
          <h2 id="meetings">Meetings</h2>
          <Meetings figures={figures} />
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
