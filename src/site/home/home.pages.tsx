import type { FastifyPluginAsync } from 'fastify'
import { Page } from '../layout.tsx'
import { isPublic, sendPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { VersionedMemo } from '../versioned-memo.ts'
import { Covered } from './covered.tsx'
import { FirstCall } from './first-call.tsx'
import { type CoveredRow, listCovered } from './queries.ts'

/** `/`: what this is, what it holds, and how to begin. */
export const home: FastifyPluginAsync<SiteTools> = async (site, { config, store, clock }) => {
  const memo = new VersionedMemo<CoveredRow[]>(store)
  site.get('/', async (_request, reply) => {
    const covered = (await memo.get('all', 0, () => listCovered(store))) ?? []
    isPublic(reply)
    return sendPage(reply, <Home covered={covered} config={config} now={clock.now()} />)
  })
}

interface HomeProps {
  covered: readonly CoveredRow[]
  config: SiteConfig
  now: number
}

function Home({ covered, config, now }: HomeProps) {
  // A call to a municipality without a record would show nothing.
  const first = covered.find(({ importedAt }) => importedAt !== null) ?? covered[0]
  return (
    <Page title="Reeve" description="A free, read-only API over the record of municipal councils.">
      <h1>What councils decide, as data</h1>
      <p class="lead">
        Reeve serves the public record of municipal councils as JSON: meetings, people, motions and
        who voted how, matters and by-laws, with full-text search over all of it. It is free to read
        and to build on, for journalists, researchers, residents and the programs they write.
      </p>
      <h2 id="municipalities">Municipalities</h2>
      <Covered covered={covered} now={now} />
      {first !== undefined && <FirstCall slug={first.slug} config={config} />}
      <h2 id="next">Where to go next</h2>
      <ul class="cards">
        <li class="card">
          <h3>
            <a href="/docs">Guides</a>
          </h3>
          <p>A first program in ten minutes, then paging, searching and keeping a copy fresh.</p>
        </li>
        <li class="card">
          <h3>
            <a href="/api/v1/docs">API reference</a>
          </h3>
          <p>Every address, parameter and field, to be tried in the browser.</p>
        </li>
        <li class="card">
          <h3>
            <a href="/settings/api-keys">API keys</a>
          </h3>
          <p>Create a key, see what it is used for, and revoke it when you no longer need it.</p>
        </li>
      </ul>
    </Page>
  )
}
