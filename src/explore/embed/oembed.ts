import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { queueClientOf } from '../../access/networks.ts'
import { isMunicipalitySlug } from '../../core/municipality-slug.ts'
import { partsMax } from '../../core/parts-max.ts'
import { parseWebUrl } from '../../core/web-url.ts'
import { revalidateByContent } from '../../http/caching.ts'
import { sendError } from '../../http/error-handler.ts'
import { ApiError } from '../../http/errors.ts'
import { readQuery, validationError } from '../../http/query.ts'
import { queueRequests, type RequestQueue } from '../../http/request-queue.ts'
import { apiHeaders } from '../../http/responses.ts'
import { localeOfPath } from '../../site/address.ts'
import { recordMethods, rejectOtherMethods } from '../../site/methods.ts'
import { embedCode, embedPathOf, embedSize } from '../frame/source-line.tsx'
import { english, type Locale, locales } from '../locale.ts'
import { OembedQuery } from '../schema.ts'
import { councilLookup, toVisit, type VisitTools } from '../to-visit.ts'
import { Missing } from '../visit.ts'
import { type Embed, embeds } from './embed.tsx'

interface OembedTools extends VisitTools {
  requestQueue: RequestQueue
}

/** `/oembed?url=`: how another site shows a page (oEmbed 1.0), as JSON. */
export async function oembed(site: FastifyInstance, tools: OembedTools): Promise<void> {
  const own = recordMethods(site)
  queueRequests(site, tools.requestQueue)
  readQuery(site)
  revalidateByContent(site)
  site.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.validation === undefined) throw error
    const { message } = validationError(error.validation, request.query)
    return sendError(reply, 'VALIDATION_ERROR', message)
  })
  const lookup = councilLookup(tools.store, { namesMax: partsMax })
  // Scripts of other sites may read it.
  const onRequest = (
    _request: FastifyRequest,
    reply: { headers: (values: object) => unknown },
    done: () => void,
  ) => {
    reply.headers(apiHeaders)
    done()
  }
  const options = { schema: { querystring: OembedQuery }, onRequest }
  site.get('/oembed', options, async (request, reply) => {
    const {
      url,
      format = 'json',
      maxwidth = Infinity,
      maxheight = Infinity,
    } = request.query as OembedQuery
    // OEmbed 1.0, 2.3.3.
    if (format !== 'json')
      return reply.code(501).type('text/plain').send('Only format=json is available.\n')
    const page = pageAt(url, tools.config.siteUrl)
    const found = page && (await lookup(page.council))
    if (page === undefined || found === undefined) throw nothingAt(url)
    const { locale, path, params, embed } = page
    const client = queueClientOf(request.ip)
    const visit = toVisit(found, { locale, path, params, query: {}, client }, tools)
    const { title } = await embed.read(visit).catch((error: unknown) => {
      throw error instanceof Missing ? nothingAt(url) : error
    })
    const width = Math.min(embedSize.width, maxwidth)
    const height = Math.min(embedSize.height, maxheight)
    const { siteUrl } = tools.config
    const provider = site.face.current.parts[locale.language].name
    const name = `${title} · ${found.municipality.name}`
    const source = siteUrl + embedPathOf(locale, path)
    const body = {
      ...{ version: '1.0', type: 'rich', title: name },
      ...{ provider_name: provider.text, provider_url: siteUrl, cache_age: 3600 },
      ...{ width, height, html: embedCode({ url: source, title: name, width, height }) },
    }
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  })
  rejectOtherMethods(site, new Map(own))
}

const nothingAt = (url: string) =>
  new ApiError(
    'NOT_FOUND',
    `No motion, person, list of meetings or register is at ${JSON.stringify(url.slice(0, 200))}. Pass the URL of such a page of this service.`,
  )

interface Page {
  locale: Locale
  council: string
  path: string
  params: Record<string, string>
  embed: Embed
}

/** The page of a URL that can be embedded. Whether http or https, its query and its fragment do not matter. */
function pageAt(url: string, siteUrl: string): Page | undefined {
  const address = parseWebUrl(url)
  if (address?.host !== new URL(siteUrl).host) return undefined
  const { pathname } = address
  const { language, prefix } = localeOfPath(pathname)
  const locale = locales.find((one) => one.language === language) ?? english
  const path = pathname.replace(/\/$/, '')
  const [, council = '', below = ''] = /^\/([^/]+)(\/.+)$/.exec(path.slice(prefix.length)) ?? []
  if (!isMunicipalitySlug(council)) return undefined
  for (const embed of embeds) {
    const list = embed.path.replace(':slug', '')
    const slug = below.slice(list.length)
    const isOwn = embed.path === list ? below === list : slug !== '' && below.startsWith(list)
    if (isOwn && !slug.includes('/')) return { locale, council, path, params: { slug }, embed }
  }
  return undefined
}
