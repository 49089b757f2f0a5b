import type { FastifyPluginAsync } from 'fastify'
import type { StaticDocument } from '../../http/static-document.ts'
import { isSignUpOpen } from '../accounts/closed.ts'
import { staticPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { type Addition, DocPage } from './doc-page.tsx'
import { DocsIndex } from './docs-index.tsx'
import { ErrorCodes } from './error-codes.tsx'
import { type DocEntry, openLibrary } from './library.ts'
import { CurrentLimits, SignUpClosed } from './this-service.tsx'

/** `/docs`: the documentation, rendered from `docs/` of the package. */
export const docs: FastifyPluginAsync<SiteTools> = async (site, { config }) => {
  const library = openLibrary()
  const additions = additionsTo(config)
  site.get('/docs/', (_request, reply) => reply.redirect('/docs', 301))
  const index = staticPage(site, () => <DocsIndex library={library} />)
  site.get('/docs', (request, reply) => index.send(request, reply))
  for (const group of library.groups) {
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
      after: (context) => <ErrorCodes context={context} />,
      sections: [{ id: 'error-codes', name: 'Error codes' }],
    },
    'guides/limits': { before: <CurrentLimits config={config} /> },
  }
}
