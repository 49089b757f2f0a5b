import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  LogController,
} from 'fastify'
import { Accounts } from './access/accounts/accounts.ts'
import { Passwords } from './access/accounts/passwords.ts'
import { Activity } from './access/activity/activity.ts'
import { Devices } from './access/devices.ts'
import { keyFinder } from './access/keys.ts'
import { findSecret } from './access/queries.ts'
import { Sessions } from './access/sessions/sessions.ts'
import { SlidingWindow } from './access/sliding-window.ts'
import { Throttle } from './access/throttle.ts'
import type { Config } from './config/config.ts'
import { isCalendarDate } from './core/calendar-date.ts'
import type { Clock } from './core/clock.ts'
import { authenticate } from './http/authenticate.ts'
import { answerFromCache } from './http/caching.ts'
import { compressAnswers } from './http/compression.ts'
import { allowAllOrigins } from './http/cors.ts'
import { Cursors } from './http/cursor.ts'
import { handleErrors, handleNotFound, refuseEmptyNames } from './http/error-handler.ts'
import { findMunicipalityOfPath } from './http/municipality.ts'
import { collectOpenApi } from './http/openapi-document.ts'
import { parseQuery } from './http/query.ts'
import { limitRate, type RateLimiter } from './http/rate-limit.ts'
import { readQuery } from './http/read-query.ts'
import { serveReference } from './http/reference-page.ts'
import { sendRequestId } from './http/request-id.ts'
import { logRequests } from './http/request-log.ts'
import type { RoomTools } from './http/room.ts'
import { sendApiSecurityHeaders } from './http/security-headers.ts'
import {
  answerClientError,
  closeInTime,
  guardServer,
  readableLengthMax,
  readablePath,
  refuseBadTransport,
  serverOptions,
} from './http/transport.ts'
import { findMunicipality } from './resources/municipalities/queries.ts'
import { ocdRooms, v1Rooms } from './resources/rooms.ts'
import { health } from './resources/system/v1.routes.ts'
import { addSite } from './site/site.ts'
import type { SiteConfig, SiteTools } from './site/tools.ts'
import type { ReadStore, WriteStore } from './store/open.ts'

const windowMs = 60_000

/** What the server is made of; all of it handed in, so that tests can hand in their own. */
export interface Parts {
  config: SiteConfig & Pick<Config, 'trustProxy'>
  store: ReadStore
  /** For accounts and keys. The API is never given it. */
  writing: WriteStore
  clock: Clock
  logger: FastifyBaseLogger
  /** Part of every ETag, so that a new release is never answered from an old cache. */
  version: string
}

/** Puts the house together: both families of the API over one store. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    ...serverOptions,
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: [...parts.config.trustProxy],
    rewriteUrl: (request) => readablePath(request.url ?? '/'),
    clientErrorHandler: answerClientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: readableLengthMax, querystringParser: parseQuery },
    ajv: {
      customOptions: {
        // `coerceQuery` has read numbers and booleans strictly by now.
        coerceTypes: false,
        allErrors: true,
        formats: { 'calendar-date': isCalendarDate },
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  guardServer(app.server, (request, reply) => app.routing(request, reply))
  closeInTime(app)
  sendRequestId(app)
  logRequests(app)
  refuseBadTransport(app)
  handleErrors(app, (error) => parts.store.dialect.isQueryError(error))
  await compressAnswers(app)
  await collectOpenApi(app, { baseUrl: parts.config.baseUrl, version: parts.version })
  const activity = recordActivity(app, parts)
  const api: FastifyPluginAsync = (instance) => addApi(instance, { ...parts, activity })
  await app.register(api, { prefix: '/api' })
  await addSite(app, await siteTools(parts, activity))
  return app
}

interface ApiParts extends Parts {
  activity: Activity
}

// Hooks on closing run when the last answer is given, and whoever closes the app closes the store after it.
function recordActivity(app: FastifyInstance, { store, writing, clock, logger }: Parts): Activity {
  const onError = (error: unknown) =>
    logger.error({ err: error }, 'usage could not be written; it is tried again until the end')
  const activity = new Activity({ store, writing, clock, onError })
  app.addHook('onReady', async () => activity.start())
  app.addHook('onClose', () => activity.stop())
  return activity
}

async function addApi(api: FastifyInstance, parts: ApiParts): Promise<void> {
  await allowAllOrigins(api)
  sendApiSecurityHeaders(api)
  handleNotFound(api)
  refuseEmptyNames(api)
  const tools: RoomTools = {
    store: parts.store,
    cursors: new Cursors(await findSecret(parts.store.db, 'cursor')),
    baseUrl: parts.config.baseUrl,
    clock: parts.clock,
  }
  await api.register(health, { prefix: '/v1' })
  await api.register(serveReference, { prefix: '/v1' })
  const v1: FastifyPluginAsync = (instance) => addV1(instance, parts, tools)
  const ocd: FastifyPluginAsync = (instance) => addOcd(instance, parts, tools)
  await api.register(v1, { prefix: '/v1/:municipality' })
  await api.register(ocd, { prefix: '/ocd/:municipality' })
}

// The order of these lines is the order of refusals: route, key, limit, municipality, parameters, entity.
async function addV1(v1: FastifyInstance, parts: ApiParts, tools: RoomTools): Promise<void> {
  authenticate(v1, keyFinder(parts.store))
  limitRate(v1, limiterOf(parts), (keyId, admitted) => parts.activity.countRequest(keyId, admitted))
  findMunicipalityOfPath(v1, (slug) => findMunicipality(parts.store.db, slug))
  readQuery(v1, ['apikey'])
  answerFromCache(v1, { build: parts.version, clock: parts.clock, policy: 'keyed' })
  for (const room of v1Rooms) await v1.register(room, tools)
}

async function addOcd(ocd: FastifyInstance, parts: Parts, tools: RoomTools): Promise<void> {
  findMunicipalityOfPath(ocd, (slug) => findMunicipality(parts.store.db, slug))
  readQuery(ocd)
  answerFromCache(ocd, { build: parts.version, clock: parts.clock, policy: 'public' })
  for (const room of ocdRooms) await ocd.register(room, tools)
}

async function siteTools(
  { config, store, writing, clock }: Parts,
  activity: Activity,
): Promise<SiteTools> {
  const sessions = new Sessions(writing, store, clock)
  const passwords = new Passwords()
  return {
    config,
    store,
    writing,
    clock,
    activity,
    sessions,
    accounts: new Accounts({ store: writing, reading: store, sessions, passwords, clock }),
    throttle: new Throttle(),
    devices: new Devices(await findSecret(store.db, 'device')),
  }
}

function limiterOf({ config, clock }: Parts): RateLimiter {
  const window = new SlidingWindow(config.rateLimit, windowMs)
  return {
    limit: config.rateLimit,
    windowSeconds: windowMs / 1000,
    take: (keyId) => window.take(keyId, clock.monotonic()),
  }
}
