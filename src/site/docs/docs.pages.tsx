import type { FastifyPluginAsync } from 'fastify'
import { errorTable } from '../../http/errors.ts'
import { queryLengthMax } from '../../http/schema-types.ts'
import type { StaticDocument } from '../../http/static-document.ts'
import { isSignUpOpen } from '../accounts/closed.ts'
import { OperatorLink } from '../operator.tsx'
import { isPublic, sendPage, staticPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { type Addition, DocPage } from './doc-page.tsx'
import { DocsFound, docWords } from './docs-found.tsx'
import { DocsIndex } from './docs-index.tsx'
import { type DocEntry, readLibrary } from './library.ts'

/** `/docs`: the documentation, which the build makes of `docs/`. */
export const docs: FastifyPluginAsync<SiteTools> = async (site, { config }) => {
  const library = readLibrary()
  const additions = additionsTo(config)
  site.get('/docs/', (_request, reply) => reply.redirect('/docs', 301))
  const index = staticPage(site, () => <DocsIndex library={library} />)
  site.get<{ Querystring: Record<string, unknown> }>('/docs', (request, reply) => {
    const { q } = request.query
    const words = typeof q === 'string' && q.length <= queryLengthMax ? docWords(q) : []
    if (words.length === 0) return index.send(request, reply)
    isPublic(reply)
    return sendPage(reply, <DocsFound q={String(q)} words={words} library={library} />)
  })
  for (const group of library) {
    const { path, entries } = group
    const render = (entry: DocEntry) => (
      <DocPage {...{ entry, group, library, config, addition: additions[entry.name] }} />
    )
    const documents = new Map<string, StaticDocument>(
      entries.map((entry) => [entry.path, staticPage(site, () => render(entry))]),
    )
    site.get<{ Params: { page: string } }>(`${path}/:page`, (request, reply) => {
      const document = documents.get(`${path}/${request.params.page}`)
      return document === undefined ? reply.callNotFound() : document.send(request, reply)
    })
  }
}

function additionsTo(config: SiteConfig): Record<string, Addition> {
  const keys = isSignUpOpen(config) ? {} : { before: <SignUpClosed /> }
  return {
    'guides/getting-started': keys,
    'guides/authentication': keys,
    'guides/errors': {
      after: <ErrorCodes />,
      sections: [{ id: 'error-codes', name: 'Error codes' }],
    },
    'guides/limits': { before: <CurrentLimits config={config} /> },
  }
}

/** Every error code, each with its own anchor: `/docs/errors#meeting_not_found`. */
function ErrorCodes() {
  return (
    <>
      <h2 id="error-codes">Error codes</h2>
      <dl class="codes">
        {Object.entries(errorTable).map(([code, { status, meaning, remedy }]) => (
          <div key={code} id={code.toLowerCase()}>
            <dt>
              <a href={`#${code.toLowerCase()}`}>
                <code>{code}</code>
              </a>{' '}
              <span class="quiet">{status}</span>
            </dt>
            <dd>
              <WithCode text={meaning} />
            </dd>
            <dd>
              <WithCode text={remedy} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A text with code between backticks. */
function WithCode({ text }: { text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
}

/** The limits as set on this service; the guide describes the defaults. */
function CurrentLimits({ config }: { config: SiteConfig }) {
  return (
    <div class="card">
      <h2>Limits of this service</h2>
      <dl class="facts">
        <dt>Requests per key</dt>
        <dd>{config.rateLimit} in any 60 seconds</dd>
        <dt>Keys per account</dt>
        <dd>{config.keysPerAccount}</dd>
      </dl>
    </div>
  )
}

/** Says where keys come from while sign-up is closed. */
function SignUpClosed() {
  return (
    <p class="notice">
      Sign-up is closed on this service. Ask <OperatorLink /> for a key.
    </p>
  )
}
