import type { FastifyPluginAsync } from 'fastify'
import { Page } from '../layout.tsx'
import { isPublic, sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'

/** `/`: what this is. */
export const home: FastifyPluginAsync<SiteTools> = async (site) => {
  site.get('/', (_request, reply) => {
    isPublic(reply)
    return sendPage(reply, <Home />)
  })
}

function Home() {
  return (
    <Page title="Reeve" description="A free, read-only API over the record of municipal councils.">
      <h1>What councils decide, as data</h1>
      <p class="lead">
        Meetings, people, motions, votes, by-laws and full-text search over the record of municipal
        councils, free to read and to build on.
      </p>
    </Page>
  )
}
