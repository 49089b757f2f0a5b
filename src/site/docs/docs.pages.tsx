import type { FastifyPluginAsync } from 'fastify'
import type { VNode } from 'preact'
import { isSignUpOpen } from '../accounts/closed.ts'
import { Page } from '../layout.tsx'
import { staticPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { type Guide, parseGuide } from './doc.ts'
import { readGuideFile } from './doc-files.ts'
import { GuideIndex } from './docs-index.tsx'
import { ErrorCodes } from './error-codes.tsx'
import { Blocks, Inline } from './markdown.tsx'
import { KeysElsewhere, LimitsHere } from './this-service.tsx'

/** In the order in which they are best read. */
const slugs = [
  'getting-started',
  'authentication',
  'pagination',
  'search',
  'errors',
  'limits',
  'data-model',
  'open-civic-data',
  'versioning',
] as const

type Slug = (typeof slugs)[number]

const sectionsWithoutContents = 3

/** What a guide shows besides its text: things that are made from the code or from the settings of this service. */
interface Additions {
  before?: VNode
  closed?: readonly string[]
  after?: VNode
  /** Headings of `after`, for the table of contents. */
  sections?: { id: string; name: string }[]
}

function additionsTo(config: SiteConfig): Record<string, Additions> {
  const keys = isSignUpOpen(config) ? {} : { before: <KeysElsewhere />, closed: ['/signup'] }
  return {
    'getting-started': keys,
    authentication: keys,
    errors: {
      after: <ErrorCodes baseUrl={config.baseUrl} />,
      sections: [{ id: 'each-code', name: 'Each code' }],
    },
    limits: { before: <LimitsHere config={config} /> },
  }
}

/** `/docs`: the guides for people who write programs against the API. */
export const guides: FastifyPluginAsync<SiteTools> = async (site, { config }) => {
  const guideOf = openGuides()
  const additions = additionsTo(config)
  site.get('/docs/', (_request, reply) => reply.redirect('/docs', 301))
  const index = staticPage(site, () => <GuideIndex guides={slugs.map(guideOf)} />)
  site.get('/docs', (request, reply) => index.send(request, reply))
  for (const [position, slug] of slugs.entries()) {
    const [previous, next] = [slugs[position - 1], slugs[position + 1]]
    const document = staticPage(site, () => (
      <GuidePage
        guide={guideOf(slug)}
        baseUrl={config.baseUrl}
        additions={additions[slug] ?? {}}
        previous={previous && guideOf(previous)}
        next={next && guideOf(next)}
      />
    ))
    site.get(`/docs/${slug}`, (request, reply) => document.send(request, reply))
  }
}

/** Reads every guide, and parses it when it is first shown: done at start, that would hold up the first answer. */
function openGuides(): (slug: Slug) => Guide {
  const files = new Map(slugs.map((slug) => [slug, readGuideFile(slug)]))
  const parsed = new Map<Slug, Guide>()
  return (slug) => {
    const guide = parsed.get(slug) ?? parseGuide(slug, files.get(slug) ?? '')
    parsed.set(slug, guide)
    return guide
  }
}

interface GuidePageProps {
  guide: Guide
  baseUrl: string
  additions: Additions
  previous: Guide | undefined
  next: Guide | undefined
}

function GuidePage({ guide, baseUrl, additions, previous, next }: GuidePageProps) {
  const { closed = [] } = additions
  const drawing = { baseUrl, closed, ids: guide.ids }
  return (
    <Page title={guide.title} description={guide.summary} part="/docs">
      <article class="guide">
        <h1>{guide.title}</h1>
        <p class="lead">
          <Inline tokens={guide.lead} drawing={drawing} />
        </p>
        <Contents guide={guide} added={additions.sections ?? []} />
        {additions.before}
        <Blocks tokens={guide.body} drawing={drawing} />
        {additions.after}
      </article>
      <nav class="steps" aria-label="Other guides">
        {previous !== undefined && (
          <a href={`/docs/${previous.slug}`} rel="prev">
            {previous.title}
          </a>
        )}
        <a href="/docs">All guides</a>
        {next !== undefined && (
          <a href={`/docs/${next.slug}`} rel="next">
            {next.title}
          </a>
        )}
      </nav>
    </Page>
  )
}

function Contents({ guide, added }: { guide: Guide; added: { id: string; name: string }[] }) {
  const sections = [
    ...guide.sections.map(({ id, heading }) => ({ id, name: heading.text.replaceAll('`', '') })),
    ...added,
  ]
  if (sections.length <= sectionsWithoutContents) return null
  return (
    <nav class="contents no-print" aria-label="On this page">
      <ul>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
