import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Accounts } from './access/accounts/accounts.ts'
import { Passwords } from './access/accounts/passwords.ts'
import type { Counters } from './access/counters.ts'
import { wideNetworkOf } from './access/networks.ts'
import { Pseudonyms } from './access/pseudonyms.ts'
import { type RequestLookup, requestLookup, splitLookup } from './access/queries.ts'
import { Sessions } from './access/sessions/sessions.ts'
import { TrustedDeviceTokens } from './access/trusted-device-tokens.ts'
import { UsageTracker } from './access/usage/usage-tracker.ts'
import { deliver, deliverInBackground } from './alerts/deliver.ts'
import { AlertDesk, senderOf } from './alerts/desk.ts'
import type { Mailer } from './alerts/email.ts'
import { OwnAlerts } from './alerts/own-alerts.ts'
import { bulkFiles } from './bulk/files.ts'
import type { Config } from './config/config.ts'
import { defaultBranding, type LiveBranding } from './core/branding.ts'
import type { Clock } from './core/clock.ts'
import { EventSampler } from './core/event-sampler.ts'
import { openApiContact } from './core/operator.ts'
import { oembed } from './explore/embed/oembed.ts'
import { explore } from './explore/explore.tsx'
import { eventsOfFeed } from './explore/feeds/read-feed.ts'
import { searchOfAll } from './explore/feeds/search-of-all.ts'
import { councilHeaders } from './explore/frame/council-headers.ts'
import { sitePicture } from './explore/picture/site-picture.tsx'
import { sitemapIndex } from './explore/sitemap/sitemap.ts'
import {
  authenticate,
  type CountRequest,
  findMunicipality,
  limitRate,
  requireMunicipality,
} from './http/admission.ts'
import { ResponseCache, revalidateByContent, serveFromCache } from './http/caching.ts'
import { Cursors } from './http/cursor.ts'
import { handleErrors, handleNotFound, rejectEmptyParameters } from './http/error-handler.ts'
import { Downloads } from './http/list-download.ts'
import { collectOpenApi } from './http/openapi-document.ts'
import { compileOnDemand, parseQuery, readQuery, reportIgnoredParameters } from './http/query.ts'
import {
  type ReferenceFiles,
  type ReferenceOptions,
  serveReference,
  serveReferencePage,
} from './http/reference-page.ts'
import { queueRequests, RequestQueue } from './http/request-queue.ts'
import type { RouteDeps } from './http/resource-routes.ts'
import {
  compressResponses,
  handlePreflights,
  type LoggedResponse,
  logRequests,
  logResponse,
  sendApiHeaders,
  sendRequestId,
} from './http/responses.ts'
import { closeGracefully, Shutdown } from './http/shutdown.ts'
import {
  handleClientError,
  installGuards,
  limitConnections,
  type OnRejected,
  openServer,
  rejectBadTransport,
  sanitizedLengthMax,
  sanitizePath,
  serverOptions,
} from './http/transport.ts'
import { serveMcp } from './mcp/http.ts'
import { type Metrics, metrics, type ProcessMetrics } from './operations/metrics.ts'
import { readiness } from './operations/readiness.routes.ts'
import { allV1Modules, ocdModules, openV1Modules, tables, v1Modules } from './resources/modules.ts'
import { pathIn } from './site/address.ts'
import { LiveFace } from './site/face.tsx'
import { english, type SiteLocale, siteLocales } from './site/locale.ts'
import { referencePage } from './site/reference-page.tsx'
import { addSite } from './site/site.ts'
import type { SiteConfig } from './site/tools.ts'
import type { ReadStore, WriteStore } from './store/open.ts'
import { findSecret } from './store/secrets.ts'

/** All dependencies are injected, so that tests can replace them. */
export interface AppOptions {
  config: SiteConfig & Pick<Config, 'trustProxy' | 'pageCache' | 'operatorPostal'>
  /** Without it the site shows that of Reeve. */
  branding?: LiveBranding
  /** Keys, accounts, sessions and secrets; never a replica. */
  store: ReadStore
  /** Council records, if read from a replica. */
  record?: ReadStore
  /** For accounts and keys; never passed to the API. */
  writing: WriteStore
  /** The caller closes them after the app. */
  counters: Counters
  clock: Clock
  logger: FastifyBaseLogger
  /** Part of every ETag, so that a release invalidates caches. */
  version: string
  shutdown?: Shutdown
  downloads?: Downloads
  /** Without it there are no e-mail alerts. The caller opens it, and the app closes it. */
  mailer?: Mailer
  /** Without it there is no /metrics. */
  metrics?: MetricsSources
}

interface MetricsSources {
  own: Metrics
  /** Metrics of all processes of the service, including this one. */
  gather: () => Promise<ProcessMetrics[]>
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const cache = new ResponseCache(options.config.pageCache)
  const countRequest: CountRequest = (keyId, admitted) => {
    usageTracker.countRequest(keyId, admitted)
    options.metrics?.own.countDecision(admitted)
  }
  const app = newServer(options)
  const { shutdown = new Shutdown() } = options
  const { branding = { current: defaultBranding } } = options
  const face = new LiveFace(options.config, branding, councilHeaders(recordStoreOf(options)))
  app.decorate('face', face)
  app.addHook('onReady', () => face.refresh())
  closeGracefully(app, shutdown)
  sendRequestId(app)
  logRequests(app)
  options.metrics?.own.observe(app, options.counters.sharing)
  options.metrics?.own.observeResponseCache(cache)
  rejectBadTransport(app)
  const isQueryError = (error: unknown) => options.store.dialect.isQueryError(error)
  handleErrors(app, isQueryError, () => options.clock.monotonic())
  await compressResponses(app)
  await collectOpenApi(app, options)
  const usageTracker = trackUsage(app, options)
  const requestQueue = new RequestQueue(app, recordStoreOf(options).connections)
  const tools = {
    cache,
    requestQueue,
    downloads: options.downloads ?? new Downloads(),
    countRequest,
    lookup: lookupIn(options),
    cursors: new Cursors(await findSecret(options.store.db, 'cursor')),
  }
  const api: FastifyPluginAsync = (instance) => addApi(instance, { ...options, ...tools })
  await app.register(api, { prefix: '/api' })
  await addReferencePages(app, options.config)
  await app.register(readiness, { ...options, shutdown, store: recordStoreOf(options) })
  if (options.metrics !== undefined)
    await app.register(metrics, { ...options, shutdown, gather: options.metrics.gather })
  const { clock, config, version, counters } = options
  const alerts = await alertsIn(app, options)
  const [alertDesk, ownAlerts] = [alerts?.desk ?? null, alerts?.own ?? null]
  const exploring = {
    ...{ alertDesk, throttle: counters.throttle },
    ...{ ...tools, tables, clock, config, version, branding },
    store: recordStoreOf(options),
    accounts: options.store,
  }
  const assistants: FastifyPluginAsync = (mcp) => serveMcp(mcp, exploring)
  if (config.mcp) await app.register(assistants)
  const sitemap: FastifyPluginAsync = (site) => sitemapIndex(site, exploring)
  const files: FastifyPluginAsync = (site) => bulkFiles(site, exploring)
  const embedding: FastifyPluginAsync = (site) => oembed(site, exploring)
  const pictures: FastifyPluginAsync = (site) => sitePicture(site)
  const councils: FastifyPluginAsync = (site) => explore(site, exploring)
  const feedOfAll: FastifyPluginAsync = (site) => searchOfAll(site, exploring)
  await addSite(
    app,
    { ...(await siteTools(options, usageTracker)), requestQueue, branding, alertDesk, ownAlerts },
    async (site) => {
      await site.register(sitemap)
      await site.register(embedding)
      await site.register(pictures)
      await site.register(files)
      await site.register(feedOfAll)
      await site.register(councils)
    },
  )
  return app
}

function newServer(options: AppOptions): FastifyInstance {
  const onRejected: OnRejected = (requestId, status, reason) => {
    const response: LoggedResponse = {
      method: 'none',
      route: 'none',
      status,
      ms: 0,
      keyId: '',
      reason,
    }
    logResponse(options.logger, response, requestId)
    options.metrics?.own.countResponse(response)
  }
  const app = Fastify({
    ...serverOptions,
    serverFactory: openServer,
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: [...options.config.trustProxy],
    rewriteUrl: (request) => sanitizePath(request.url ?? '/'),
    clientErrorHandler: handleClientError(onRejected),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: sanitizedLengthMax, querystringParser: parseQuery },
  }).withTypeProvider<TypeBoxTypeProvider>()
  compileOnDemand(app)
  installGuards(app.server, (request, reply) => app.routing(request, reply), onRejected)
  limitConnections(app.server, options.config.trustProxy, reportRejectedConnections(options))
  return app
}

/** Counts rejected connections and warns once a minute per network. */
function reportRejectedConnections({
  clock,
  logger,
  metrics,
}: AppOptions): (address: string) => void {
  const sampler = new EventSampler(() => clock.monotonic())
  return (address) => {
    metrics?.own.countRejectedConnection()
    const network = wideNetworkOf(address)
    const count = sampler.count(network)
    if (count > 0) logger.warn({ count, network }, 'a client has too many connections')
  }
}

function lookupIn({ store, record = store }: AppOptions): RequestLookup {
  return record === store ? requestLookup(store) : splitLookup(store, record)
}

function recordStoreOf({ store, record = store }: AppOptions): ReadStore {
  return record
}

interface ApiOptions extends AppOptions {
  cache: ResponseCache
  requestQueue: RequestQueue
  downloads: Downloads
  lookup: RequestLookup
  countRequest: CountRequest
  cursors: Cursors
}

// onClose hooks run after the last response and before the caller closes the store.
function trackUsage(
  app: FastifyInstance,
  { store, writing, clock, logger }: AppOptions,
): UsageTracker {
  const onError = (error: unknown) =>
    logger.error({ err: error }, 'writing usage failed; it will be retried')
  const usageTracker = new UsageTracker({ store, writing, clock, onError })
  app.addHook('onReady', async () => usageTracker.start())
  app.addHook('onClose', () => usageTracker.stop())
  return usageTracker
}

async function addApi(api: FastifyInstance, options: ApiOptions): Promise<void> {
  sendApiHeaders(api, options.config.baseUrl)
  handlePreflights(api)
  handleNotFound(api)
  rejectEmptyParameters(api)
  const deps: RouteDeps = {
    store: recordStoreOf(options),
    cursors: options.cursors,
    requestQueue: options.requestQueue,
    downloads: options.downloads,
    baseUrl: options.config.baseUrl,
    siteUrl: options.config.siteUrl,
    version: options.version,
    clock: options.clock,
  }
  for (const module of openV1Modules) await api.register(module, { ...deps, prefix: '/v1' })
  await api.register(serveReference, {
    prefix: '/v1',
    ...referenceOptions(api, english, options.config),
  })
  const v1: FastifyPluginAsync = (instance) => addV1(instance, options, deps)
  const ocd: FastifyPluginAsync = (instance) => addOcd(instance, options, deps)
  const all: FastifyPluginAsync = (instance) => addAllCouncils(instance, options, deps)
  await api.register(all, { prefix: '/v1' })
  await api.register(v1, { prefix: '/v1/:municipality' })
  await api.register(ocd, { prefix: '/ocd/:municipality' })
}

// The order of hooks is the order of errors: route, key, limit, municipality, parameters, entity.
async function addV1(v1: FastifyInstance, options: ApiOptions, deps: RouteDeps): Promise<void> {
  authenticate(v1, options.lookup)
  limitRate(v1, options.counters.limiter, options.countRequest)
  requireMunicipality(v1)
  readQuery(v1, ['apikey'])
  reportIgnoredParameters(v1)
  // Only responses of v1 name ignored parameters.
  const variant = (request: FastifyRequest) => request.ignoredParameters.join('\n')
  const caching = cachingOf(options)
  // A list that a client has kept holds a cursor.
  const build = `${caching.build} ${deps.cursors.generation}`
  serveFromCache(v1, { ...caching, build, policy: 'keyed', variant })
  for (const module of v1Modules) await v1.register(module, deps)
}

/** What needs a key, and is of all municipalities. */
async function addAllCouncils(
  all: FastifyInstance,
  options: ApiOptions,
  deps: RouteDeps,
): Promise<void> {
  authenticate(all, options.lookup)
  limitRate(all, options.counters.limiter, options.countRequest)
  queueRequests(all, deps.requestQueue)
  readQuery(all, ['apikey'])
  reportIgnoredParameters(all)
  revalidateByContent(all, 'keyed')
  for (const module of allV1Modules) await all.register(module, deps)
}

function referenceOptions(
  { face }: FastifyInstance,
  locale: SiteLocale,
  { siteUrl }: SiteConfig,
): ReferenceOptions {
  const page = (files: ReferenceFiles) => referencePage(face.current, { locale, siteUrl }, files)
  const info = () => {
    const { parts, contacts, operator } = face.current
    const contact = openApiContact({ ...operator, operatorContact: contacts.record })
    return { title: parts.en.name.text, ...(contact && { contact }) }
  }
  return { page, info, version: () => face.current, refresh: () => face.refresh() }
}

/** The interactive reference in the other languages of the site. */
async function addReferencePages(app: FastifyInstance, config: SiteConfig): Promise<void> {
  for (const locale of siteLocales.filter(({ prefix }) => prefix !== '')) {
    const reference: FastifyPluginAsync = async (docs) => {
      sendApiHeaders(docs, config.baseUrl)
      await serveReferencePage(docs, referenceOptions(app, locale, config))
    }
    await app.register(reference, { prefix: pathIn(locale, '/api/v1/docs') })
  }
}

function cachingOf(options: ApiOptions) {
  const { version, config, clock, cache, requestQueue } = options
  // Records have the URL of their page.
  const build = `${version} ${config.siteUrl}`
  return { build, clock, cache, requestQueue }
}

async function addOcd(ocd: FastifyInstance, options: ApiOptions, deps: RouteDeps): Promise<void> {
  findMunicipality(ocd, options.lookup)
  requireMunicipality(ocd)
  readQuery(ocd)
  serveFromCache(ocd, { ...cachingOf(options), policy: 'public' })
  for (const module of ocdModules) await ocd.register(module, deps)
}

/** Where people ask for e-mails, which are sent in the background; null without a mail server. */
async function alertsIn(
  app: FastifyInstance,
  { mailer, writing, store, clock, config, logger }: AppOptions,
): Promise<{ desk: AlertDesk; own: OwnAlerts } | null> {
  if (mailer === undefined) return null
  const delivery = deliverInBackground(
    async () => {
      const { why } = await deliver(writing, mailer, clock)
      if (why !== undefined) logger.error({ why }, 'the mail server takes no e-mail')
    },
    (error) => logger.error({ err: error }, 'sending e-mails failed; it will be tried again'),
  )
  app.addHook('onClose', async () => {
    mailer.close()
    await delivery.end()
  })
  const key = await findSecret(store.db, 'alert')
  const { siteUrl } = config
  const sender = senderOf(config)
  const deskOptions = {
    ...{ writing, clock, key, siteUrl, sender, onMail: delivery.start },
    eventsOf: eventsOfFeed,
  }
  return { desk: new AlertDesk(deskOptions), own: new OwnAlerts(deskOptions) }
}

async function siteTools(options: AppOptions, usageTracker: UsageTracker) {
  const { config, store, writing, counters, clock } = options
  const sessions = new Sessions(writing, store, clock)
  const passwords = new Passwords()
  const secret = await findSecret(store.db, 'device')
  return {
    config,
    store,
    record: recordStoreOf(options),
    writing,
    clock,
    usageTracker,
    sessions,
    accounts: new Accounts({ store: writing, reading: store, sessions, passwords, clock }),
    throttle: counters.throttle,
    deviceTokens: new TrustedDeviceTokens(secret),
    pseudonyms: new Pseudonyms(secret),
    throttled: new EventSampler(() => clock.monotonic()),
  }
}
