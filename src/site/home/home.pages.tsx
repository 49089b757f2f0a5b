import type { FastifyPluginAsync } from 'fastify'
import { Page } from '../layout.tsx'
import { isPublic, sendPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { VersionedMemo } from '../versioned-memo.ts'
import { CoveredCards } from './covered.tsx'
import { type Council, type CouncilFilter, toCouncil, toCouncilFilter } from './find-councils.ts'
import { FirstCall } from './first-call.tsx'
import { ManyCouncils } from './many-councils.tsx'
import { type Covered, type CoveredRow, listCovered } from './queries.ts'

/** `/`: the home page. */
export const home: FastifyPluginAsync<SiteTools> = async (site, { config, store, clock }) => {
  const memo = new VersionedMemo<Listed>(store)
  site.get<{ Querystring: Record<string, unknown> }>('/', async ({ query }, reply) => {
    const listed = await memo.get('all', 0, async () => toListed(await listCovered(store)))
    const found = listed ?? { councils: [], counted: [] }
    const filter = toCouncilFilter(query)
    isPublic(reply)
    return sendPage(reply, <Home {...found} filter={filter} config={config} now={clock.now()} />)
  })
}

interface Listed {
  councils: readonly Council[]
  /** Undefined if there are too many to count. */
  counted: readonly CoveredRow[] | undefined
}

function toListed({ councils, counted }: Covered): Listed {
  return { councils: councils.map(toCouncil), counted }
}

interface HomeProps extends Listed {
  filter: CouncilFilter
  config: SiteConfig
  now: number
}

function Home({ councils, counted, filter, config, now }: HomeProps) {
  // The example needs a municipality that has data.
  const first = counted?.find(({ importedAt }) => importedAt !== null) ?? councils[0]
  return (
    <Page
      title="Reeve"
      canonical={`${config.siteUrl}/`}
      description="Meetings, motions and who voted how in municipal councils, to read and as a free JSON API."
    >
      <h1>What councils decide</h1>
      <p class="lead">
        Meetings, motions, who voted how, and what is missing: free to read here, and free to build
        on as data.
      </p>
      <h2 id="municipalities">Councils</h2>
      {counted === undefined ? (
        <ManyCouncils councils={councils} filter={filter} />
      ) : (
        <CoveredCards covered={counted} now={now} />
      )}
      {first !== undefined && <FirstCall slug={first.slug} config={config} />}
      <h2 id="next">Next steps</h2>
      <ul class="cards">
        <li class="card">
          <h3>
            <a href="/docs">Documentation</a>
          </h3>
          <p>Write a first program in ten minutes, or run Reeve for your own council.</p>
        </li>
        <li class="card">
          <h3>
            <a href="/api/v1/docs">API reference</a>
          </h3>
          <p>Every endpoint, parameter and field. Try it in your browser.</p>
        </li>
        <li class="card">
          <h3>
            <a href="/settings/api-keys">API keys</a>
          </h3>
          <p>Create keys, see how much each is used, and revoke them.</p>
        </li>
      </ul>
    </Page>
  )
}
