import type { FastifyPluginAsync } from 'fastify'
import { errorTable } from '../../http/errors.ts'
import { queryLengthMax } from '../../http/schema-types.ts'
import type { StaticDocument } from '../../http/static-document.ts'
import { isSignUpOpen } from '../accounts/closed.ts'
import { pathIn } from '../address.ts'
import { InLanguage } from '../in-language.tsx'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { OperatorLink } from '../operator.tsx'
import { Phrase } from '../phrase.tsx'
import { isPublic, sendPage, staticPage } from '../send-page.ts'
import type { PageTools, SiteConfig } from '../tools.ts'
import { type Addition, DocPage } from './doc-page.tsx'
import { DocsFound, docWords } from './docs-found.tsx'
import { DocsIndex } from './docs-index.tsx'
import { bareName, type DocEntry, libraryIn, readLibrary, twinOf } from './library.ts'

/** `/docs`, in each language: the documentation, which the build makes of `docs/`. */
export const docs: FastifyPluginAsync<PageTools> = async (site, { config, locale }) => {
  const all = readLibrary()
  const library = libraryIn(locale.language, all)
  const { siteUrl, mcp } = config
  const additions = additionsTo(config, locale)
  site.get('/docs/', (_request, reply) => reply.redirect(pathIn(locale, '/docs'), 301))
  const index = staticPage(site, () => <DocsIndex {...{ locale, siteUrl, mcp, library }} />)
  site.get<{ Querystring: Record<string, unknown> }>('/docs', (request, reply) => {
    const { q } = request.query
    const words = typeof q === 'string' && q.length <= queryLengthMax ? docWords(q) : []
    if (words.length === 0) return index.send(request, reply)
    isPublic(reply)
    return sendPage(reply, <DocsFound {...{ locale, q: String(q), words, library }} />)
  })
  for (const group of library.filter(({ language }) => language === locale.language)) {
    const { path, entries } = group
    const render = (entry: DocEntry) => (
      <DocPage
        {...{ locale, entry, group, library, config, addition: additions[bareName(entry)] }}
        hasTwin={twinOf(entry, all) !== undefined}
      />
    )
    const documents = new Map<string, StaticDocument>(
      entries.map((entry) => [entry.path, staticPage(site, () => render(entry))]),
    )
    const below = path.slice(locale.prefix.length)
    site.get<{ Params: { page: string } }>(`${below}/:page`, (request, reply) => {
      const document = documents.get(`${path}/${request.params.page}`)
      return document === undefined ? reply.callNotFound() : document.send(request, reply)
    })
  }
}

function additionsTo(config: SiteConfig, { words }: SiteLocale): Record<string, Addition> {
  const keys = isSignUpOpen(config) ? {} : { before: <SignUpClosed /> }
  return {
    'guides/getting-started': keys,
    'guides/authentication': keys,
    'guides/errors': {
      after: <ErrorCodes />,
      sections: [{ id: 'error-codes', name: words.docs.codesLink }],
    },
    'guides/limits': { before: <CurrentLimits config={config} /> },
  }
}

/** Every error code, each with its own anchor: `/docs/errors#meeting_not_found`. */
function ErrorCodes() {
  const { words, language } = useSiteLocale()
  return (
    <>
      <h2 id="error-codes">
        {words.docs.codesLink}
        <InLanguage language="en" />
      </h2>
      <dl class="codes" lang={language === 'en' ? undefined : 'en'}>
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
  const { words, count } = useSiteLocale()
  const { docs } = words
  return (
    <div class="card">
      <h2>{docs.limits}</h2>
      <dl class="facts">
        <dt>{docs.perKey}</dt>
        <dd>{docs.inWindow(count(config.rateLimit))}</dd>
        <dt>{docs.keysPerAccount}</dt>
        <dd>{config.keysPerAccount}</dd>
      </dl>
    </div>
  )
}

/** Says where keys come from while sign-up is closed. */
function SignUpClosed() {
  const { closed } = useSiteLocale().words.docs
  return (
    <p class="notice">
      <Phrase text={closed} values={{ operator: <OperatorLink /> }} />
    </p>
  )
}
