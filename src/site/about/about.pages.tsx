import type { FastifyPluginAsync } from 'fastify'
import { Page } from '../layout.tsx'
import { OperatorLink } from '../operator.tsx'
import { staticPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { Privacy } from './privacy.tsx'

/** `/about` and `/privacy`: what the service is, and what it stores. */
export const about: FastifyPluginAsync<SiteTools> = async (site, { config }) => {
  const aboutPage = staticPage(site, () => <About config={config} />)
  site.get('/about', (request, reply) => aboutPage.send(request, reply))
  const privacyPage = staticPage(site, () => <Privacy config={config} />)
  site.get('/privacy', (request, reply) => privacyPage.send(request, reply))
}

function About({ config: { siteUrl, operatorContact } }: { config: SiteConfig }) {
  return (
    <Page
      title="About"
      description="What this service is, where its records come from, and how to report a mistake."
      canonical={`${siteUrl}/about`}
    >
      <h1>About this service</h1>
      <p class="lead">
        Reeve publishes the records of municipal councils: meetings, motions, who voted how, and
        by-laws, as pages and as data.
      </p>
      <h2 id="records">Where the records come from</h2>
      <p>
        From what councils publish themselves, such as their eSCRIBE or Legistar portals. The end of
        each page names its source and the date of the import. Reeve shows what the source publishes
        and adds no opinion, score or ranking.
      </p>
      <p>
        <strong>Nothing here is an official record.</strong> The minutes and by-laws of the council
        are; pages link to them where the source does.
      </p>
      <h2 id="missing">What is missing</h2>
      <ul>
        <li>
          <strong>Not recorded</strong>: the source does not have it. The council may.
        </li>
        <li>
          <strong>Not yet</strong>: it may still be published, such as the minutes of a recent
          meeting.
        </li>
        <li>
          <strong>None</strong>: the source has minutes, and they name none.
        </li>
      </ul>
      <p>
        A name is linked to a person only with certainty: one that could be two people is linked to
        neither. Each council has a page with what is missing.
      </p>
      <h2 id="corrections">Report a mistake</h2>
      <p>
        If a page differs from the minutes,{' '}
        {operatorContact === null ? (
          'tell the operator of this service'
        ) : (
          <>
            write to <OperatorLink />
          </>
        )}
        . If the minutes are wrong, write to the council: the next import brings its correction.
      </p>
      <h2 id="data">Use the data</h2>
      <p>
        Pages about records have their data as JSON. The <a href="/docs">documentation</a> has a
        first program in ten minutes. See also what this service stores about{' '}
        <a href="/privacy">visitors</a>.
      </p>
    </Page>
  )
}
