import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import {
  errorCodes,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { dayMs, utcDate } from '../core/calendar-date.ts'
import { EventSampler } from '../core/event-sampler.ts'
import { isMunicipalitySlug } from '../core/municipality-slug.ts'
import { contactUrl } from '../core/operator.ts'
import { parseQuery } from '../http/query.ts'
import { queueRequests } from '../http/request-queue.ts'
import { about } from './about/about.pages.tsx'
import { statements } from './about/statements.pages.tsx'
import { recover } from './accounts/recover.pages.tsx'
import { reset } from './accounts/reset.pages.tsx'
import { signIn } from './accounts/sign-in.pages.tsx'
import { signUp } from './accounts/sign-up.pages.tsx'
import { localeOfPath, pathIn } from './address.ts'
import { alerts } from './alerts/alerts.pages.tsx'
import { ownAlertsPages } from './alerts/own.pages.tsx'
import { serveAssets } from './assets.ts'
import { docs } from './docs/docs.pages.tsx'
import { handleMissingPages, handlePageErrors, PageError } from './error-pages.tsx'
import type { Face } from './face.tsx'
import { home } from './home/home.pages.tsx'
import { siteLocales } from './locale.ts'
import { recordMethods, rejectOtherMethods } from './methods.ts'
import { pageHeaders, type SendPageHeaders, sendPageHeaders } from './send-page.ts'
import { account } from './settings/account.pages.tsx'
import { apiKeys } from './settings/api-keys.pages.tsx'
import { status } from './status/status.pages.tsx'
import type { PageTools, SiteTools } from './tools.ts'

const formBytesMax = 16 * 1024
const modules: FastifyPluginAsync<SiteTools>[] = [
  ...[home, about, statements, status, wellKnown, moved],
]
/** Registered in each language. */
const modulesByLanguage: FastifyPluginAsync<PageTools>[] = [
  ...[docs, signUp, signIn, reset, recover, apiKeys, account, alerts, ownAlertsPages],
]

/** Adds the site: pages that are rendered on the server, and those of `explore`. */
export async function addSite(
  app: FastifyInstance,
  tools: SiteTools,
  explore: FastifyPluginAsync,
): Promise<void> {
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
  site.addHook('onRequest', () => site.face.refresh())
  for (const module of modules) await site.register(module, tools)
  for (const locale of siteLocales)
    for (const module of modulesByLanguage)
      await site.register(module, { ...tools, locale, prefix: locale.prefix })
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the URL alone authorizes a POST (RFC 8058). */
    isOneClick?: boolean
  }
}

/** Rejects cross-site forms (CSRF) by `Sec-Fetch-Site`, or by `Origin`; with neither, a request must have no cookie. */
function rejectCrossSiteForms(
  site: FastifyInstance,
  { config: { siteUrl }, clock }: Pick<SiteTools, 'config' | 'clock'>,
): void {
  const sampler = new EventSampler(() => clock.monotonic())
  site.addHook('onRequest', async (request) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
    // A mail program has no page of ours, and the URL that it calls is secret.
    if (request.routeOptions.config.isOneClick || isOwn(request, siteUrl)) return
    const { origin } = request.headers
    if (origin !== undefined && sampler.count() > 0)
      request.log.warn(
        { origin, site_url: siteUrl },
        'a form from another origin was rejected; if the origin is the public URL of this site, set SITE_URL to it',
      )
    const { errors } = localeOfPath(request.url).words
    throw new PageError(403, errors.otherSite, errors.otherSiteText(siteUrl))
  })
}

function isOwn(request: FastifyRequest, siteUrl: string): boolean {
  const { origin, cookie, host } = request.headers
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite === undefined)
    return origin === undefined ? cookie === undefined : origin === siteUrl
  if (fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  // The browser vouches for same origin; the site may be open under another name of this machine.
  return origin === undefined || origin === siteUrl || origin.replace(/^https?:\/\//, '') === host
}

const securityLifeMs = 180 * dayMs

/** Files at well-known URLs. */
async function wellKnown(site: FastifyInstance, { config, clock }: SiteTools): Promise<void> {
  const { securityContact, siteUrl } = config
  site.get('/robots.txt', (_request, reply) =>
    sendText(reply, [
      'User-agent: *',
      ...['/settings/', '/reset/'].flatMap((path) =>
        siteLocales.map((locale) => `Disallow: ${pathIn(locale, path)}`),
      ),
      'Disallow: /api/v1/*/',
      `Sitemap: ${siteUrl}/sitemap.xml`,
      '',
    ]),
  )
  // https://llmstxt.org
  site.get('/llms.txt', (_request, reply) => sendText(reply, forAssistants(config)))
  // RFC 9116; the date moves with each response, so the file does not expire.
  site.get('/.well-known/security.txt', (_request, reply) =>
    sendText(reply, [
      `Contact: ${securityContact ?? securityUrl(site.face.current, siteUrl)}`,
      `Expires: ${utcDate(clock.now() + securityLifeMs)}T00:00:00Z`,
      'Preferred-Languages: en, fr',
      `Canonical: ${siteUrl}/.well-known/security.txt`,
      '',
    ]),
  )
}

/** Whom to tell about a vulnerability; without any contact, the page that says what this site is. */
function securityUrl({ contacts: { record } }: Face, siteUrl: string): string {
  return record === null ? `${siteUrl}/about` : contactUrl(record)
}

/** Where assistants find what programs can read. */
function forAssistants({ siteUrl, baseUrl, mcp }: SiteTools['config']): string[] {
  return [
    '# Reeve',
    '',
    '> The record of municipal councils: meetings, motions, how each member voted, and by-laws, as their own sources publish it. What was not recorded is said to be not recorded.',
    '',
    '## For assistants',
    '',
    ...(mcp
      ? [
          `- [Model Context Protocol](${siteUrl}/mcp): tools that search, and that count votes; streamable HTTP, POST alone, without a key`,
          `- [Ask an assistant](${siteUrl}/docs/how-to/ask-an-assistant): how to add it to Claude, ChatGPT and VS Code`,
        ]
      : []),
    `- [Councils](${baseUrl}/api/v1/municipalities): as JSON, without a key`,
    '',
    '## For programs',
    '',
    `- [OpenAPI document](${baseUrl}/api/v1/openapi.json): the v1 API, which needs a free key, and Open Civic Data, which needs none`,
    `- [Getting started](${siteUrl}/docs/getting-started): a first program`,
    `- [Votes](${siteUrl}/docs/votes): what a recorded vote is, and what counts mean`,
    `- [Documentation](${siteUrl}/docs)`,
    '',
  ]
}

function sendText(reply: FastifyReply, lines: string[]) {
  return reply
    .header('cache-control', 'public, max-age=3600')
    .type('text/plain; charset=utf-8')
    .send(lines.join('\n'))
}
