import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { errorCodes, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { isMunicipalitySlug } from '../core/municipality-slug.ts'
import { parseQuery } from '../http/query.ts'
import { queueRequests } from '../http/request-queue.ts'
import { about } from './about/about.pages.tsx'
import { recover } from './accounts/recover.pages.tsx'
import { reset } from './accounts/reset.pages.tsx'
import { signIn } from './accounts/sign-in.pages.tsx'
import { signUp } from './accounts/sign-up.pages.tsx'
import { serveAssets } from './assets.ts'
import { docs } from './docs/docs.pages.tsx'
import { handleMissingPages, handlePageErrors } from './error-pages.tsx'
import { home } from './home/home.pages.tsx'
import { recordMethods, rejectOtherMethods } from './methods.ts'
import { pageHeaders, type SendPageHeaders, sendPageHeaders } from './page-headers.ts'
import { rejectCrossSiteForms } from './same-origin.ts'
import { account } from './settings/account.pages.tsx'
import { apiKeys } from './settings/api-keys.pages.tsx'
import { status } from './status/status.pages.tsx'
import type { SiteTools } from './tools.ts'
import { wellKnown } from './well-known.ts'

const formBytesMax = 16 * 1024
const modules: FastifyPluginAsync<SiteTools>[] = [
  home,
  docs,
  signUp,
  signIn,
  reset,
  recover,
  apiKeys,
  account,
  about,
  status,
  wellKnown,
  moved,
]

/** Adds the site: pages that are rendered on the server, and those of `explore`. */
export async function addSite(
  app: FastifyInstance,
  tools: SiteTools,
  explore: FastifyPluginAsync,
): Promise<void> {
  const { operatorName, operatorContact, sourceUrl } = tools.config
  app.decorate('operator', { operatorName, operatorContact, sourceUrl })
  const sendHeaders = pageHeaders(tools.config.siteUrl)
  handleMissingPages(app, sendHeaders, tools)
  const site: FastifyPluginAsync = (instance) => addPages(instance, tools, sendHeaders, explore)
  await app.register(site)
}

async function addPages(
  site: FastifyInstance,
  tools: SiteTools,
  sendHeaders: SendPageHeaders,
  explore: FastifyPluginAsync,
): Promise<void> {
  sendPageHeaders(site, sendHeaders)
  const { store, clock } = tools
  handlePageErrors(
    site,
    (error) => store.dialect.isUnavailable(error),
    () => clock.monotonic(),
  )
  hidePages(site)
  await readForms(site)
  await site.register(cookie)
  rejectCrossSiteForms(site, tools)
  await site.register(serveAssets)
  const own: FastifyPluginAsync = (instance) => addOwnPages(instance, tools)
  await site.register(own)
  await site.register(explore)
}

async function addOwnPages(site: FastifyInstance, tools: SiteTools): Promise<void> {
  const pages = recordMethods(site)
  queueRequests(site, tools.requestQueue)
  for (const module of modules) await site.register(module, tools)
  rejectOtherMethods(site, new Map(pages))
}

// Pages are not part of openapi.json.
function hidePages(site: FastifyInstance): void {
  site.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true }
  })
}

async function readForms(site: FastifyInstance): Promise<void> {
  site.removeAllContentTypeParsers()
  // RFC 9110 15.5.16: browsers do not compress forms.
  site.addHook('preParsing', async ({ method, headers }) => {
    const encoding = headers['content-encoding'] ?? 'identity'
    if (method === 'POST' && encoding !== 'identity')
      throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(encoding)
  })
  await site.register(formbody, { bodyLimit: formBytesMax, parser: parseQuery })
}

/** The coverage page, by the other order of its path. */
async function moved(site: FastifyInstance): Promise<void> {
  site.get<{ Params: { slug: string } }>('/coverage/:slug', (request, reply) => {
    const { slug } = request.params
    // A slug that begins with a slash would lead to another host.
    return isMunicipalitySlug(slug)
      ? reply.redirect(`/${slug}/coverage`, 301)
      : reply.callNotFound()
  })
}
