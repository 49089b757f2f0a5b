import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { embedStyle } from '../../site/assets.ts'
import { LanguageProvider } from '../../site/locale.ts'
import { sendPage } from '../../site/send-page.ts'
import { CouncilContext } from '../council-context.ts'
import { Origin } from '../frame/source-line.tsx'
import { locales } from '../locale.ts'
import { paths } from '../paths.ts'
import { NoQuery } from '../schema.ts'
import { Missing, type Visit } from '../visit.ts'
import { type Embedded, embeds } from './embeds.tsx'

const styleDigest = createHash('sha256').update(embedStyle).digest('base64')

/** The only pages that other sites may frame: they have no form, no script and no cookie. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    // In the page itself: a frame in a sandbox has no origin that could load it.
    `style-src 'sha256-${styleDigest}'`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
}

interface EmbedTools {
  visitOf: (request: FastifyRequest) => Visit
}

/** `/embed/{municipality}/…`: parts of pages for other sites. */
export function addEmbeds(site: FastifyInstance, { visitOf }: EmbedTools): void {
  const onRequest = (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(headers)
    done()
  }
  for (const locale of locales) {
    for (const { path, read } of embeds) {
      const url = `${locale.prefix}/embed/:municipality${path}`
      const options = { schema: { querystring: NoQuery }, config: { locale }, onRequest }
      site.get(url, options, async (request, reply) => {
        const visit = visitOf(request)
        try {
          return sendPage(reply, <Frame visit={visit} {...(await read(visit))} />)
        } catch (error) {
          if (!(error instanceof Missing)) throw error
          return sendPage(reply, <Frame visit={visit} {...missing(visit, error)} />, 404)
        }
      })
    }
  }
}

function missing({ municipality, locale }: Visit, { kind }: Missing): Embedded {
  const words = locale.words.missing
  const content = (
    <>
      <h1>{words[kind]}</h1>
      <p>{words[`${kind}Text`](municipality.name)}</p>
    </>
  )
  return { title: words[kind], content }
}

/** The layout of an embed. Its links open beside the page that shows it. */
function Frame({ visit, title, content }: { visit: Visit } & Embedded) {
  const { municipality, locale, config } = visit
  const { prefix } = locale
  const page = `${prefix}${visit.path.slice(`${prefix}/embed`.length)}`
  return (
    <LanguageProvider value={locale.language}>
      <CouncilContext.Provider value={municipality}>
        <html lang={locale.tag}>
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            <title>{`${title} · ${municipality.name}`}</title>
            <link rel="canonical" href={`${config.siteUrl}${page}`} />
            <base target="_blank" />
            <style dangerouslySetInnerHTML={{ __html: embedStyle }} />
          </head>
          <body>
            <main>{content}</main>
            <footer class="quiet">
              <a href={paths.overview(municipality)}>{municipality.name}</a> ·{' '}
              <Origin visit={visit} />
            </footer>
          </body>
        </html>
      </CouncilContext.Provider>
    </LanguageProvider>
  )
}
