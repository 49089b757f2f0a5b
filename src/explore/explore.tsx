import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queueClientOf } from '../access/networks.ts'
import type { Throttle } from '../access/throttle.ts'
import type { AlertDesk } from '../alerts/desk.ts'
import type { LiveBranding } from '../core/branding.ts'
import type { Clock } from '../core/clock.ts'
import type { LawKind } from '../core/law-kind.ts'
import { isMunicipalitySlug, isReservedSlug } from '../core/municipality-slug.ts'
import { partsMax } from '../core/parts-max.ts'
import { withheldMark } from '../core/passages.ts'
import { type Municipality, setMunicipality, slugOf } from '../http/admission.ts'
import type { ResponseCache } from '../http/caching.ts'
import { serveFromCache } from '../http/caching.ts'
import type { Cursors } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import type { Downloads } from '../http/list-download.ts'
import { type RawQuery, readQuery, validationError } from '../http/query.ts'
import type { RequestQueue } from '../http/request-queue.ts'
import { apiHeaders } from '../http/responses.ts'
import type { RecordKind } from '../record/kinds.ts'
import { findSlugAfter, type NamedTable } from '../resources/_shared/queries.ts'
import { choicesIn } from '../site/alert-choices.tsx'
import { fieldOf } from '../site/fields.tsx'
import { recordMethods, rejectOtherMethods } from '../site/methods.ts'
import { sendPage } from '../site/send-page.ts'
import type { SiteConfig } from '../site/tools.ts'
import type { FrenchNames, ImportState } from '../store/import-runs.ts'
import type { ReadStore } from '../store/open.ts'
import type { RegisterStates } from '../store/registers.ts'
import type { TakePart } from '../store/take-part.ts'
import { agreementPage } from './agreement/agreement.page.tsx'
import { attendancePage } from './attendance/attendance.page.tsx'
import { sendAttendance } from './attendance/send-attendance.ts'
import { bodiesPage } from './bodies/bodies.page.tsx'
import { bodyPage } from './body/body.page.tsx'
import { addBulkPage } from './bulk/bulk.tsx'
import { bylawPage } from './bylaw/bylaw.page.tsx'
import { bylawsPage } from './bylaws/bylaws.page.tsx'
import { changesPage } from './changes/changes.page.tsx'
import { sendChanges } from './changes/send-changes.ts'
import { comparePage, othersPage } from './compare/compare.page.tsx'
import { correctionsPage } from './corrections/corrections.page.tsx'
import { coveragePage } from './coverage/coverage.page.tsx'
import { sendNotServed } from './coverage/listed.tsx'
import { notesPage, sendNotes } from './coverage/notes.page.tsx'
import { documentPage } from './document/document.page.tsx'
import { addEmbeds } from './embed/embed.tsx'
import { addFeeds } from './feeds/feeds.ts'
import { followPage, followPages } from './feeds/follow.page.tsx'
import {
  type InvalidQuery,
  invalidFilterPage,
  missingCouncil,
  missingRecord,
} from './frame/missing.tsx'
import { english, type Locale, locales } from './locale.ts'
import { matterPage } from './matter/matter.page.tsx'
import { mattersPage } from './matters/matters.page.tsx'
import { meetingPage } from './meeting/meeting.page.tsx'
import { meetingsPage } from './meetings/meetings.page.tsx'
import { motionPage } from './motion/motion.page.tsx'
import { motionsPage } from './motions/motions.page.tsx'
import { overviewPage } from './overview/overview.page.tsx'
import { peoplePage } from './people/people.page.tsx'
import { sendTotals } from './people/send-totals.ts'
import { personPage } from './person/person.page.tsx'
import { picturePathOf } from './picture/picture.tsx'
import { Pictures, sendPicture } from './picture/pictures.ts'
import { registerPages } from './registers/register.page.tsx'
import { listedRegisters } from './registers/registers.ts'
import { NoQuery, tableQuery } from './schema.ts'
import { searchPage } from './search/search.page.tsx'
import { addSitemap } from './sitemap/sitemap.ts'
import { addTables, type TableDownloads } from './tables.ts'
import { countPast, TakePartLookup } from './take-part-lookup.ts'
import { removedRecord, takedownsPage } from './takedowns/takedowns.page.tsx'
import { councilLookup, toVisit } from './to-visit.ts'
import { Elsewhere, type ExplorePage, Missing, type Visit } from './visit.ts'
import { votesPage } from './votes/votes.page.tsx'

const pages: readonly ExplorePage[] = [
  overviewPage,
  meetingsPage,
  meetingPage,
  changesPage,
  motionPage,
  motionsPage,
  votesPage,
  searchPage,
  peoplePage,
  personPage,
  attendancePage,
  agreementPage,
  othersPage,
  comparePage,
  mattersPage,
  matterPage,
  bylawsPage,
  bylawPage,
  documentPage,
  bodiesPage,
  bodyPage,
  coveragePage,
  notesPage,
  takedownsPage,
  correctionsPage,
  ...registerPages,
  followPage,
  ...followPages,
]

declare module 'fastify' {
  interface FastifyContextConfig {
    help?: ExplorePage['help']
    /** English if absent. */
    locale?: Locale
  }
  interface FastifyRequest {
    importState: ImportState
    /** Whether there is no other council. */
    isOnly: boolean
    /** Empty for pages in English. */
    frenchNames: FrenchNames
    lawKind: LawKind
    registers: RegisterStates
    takePart: readonly TakePart[]
  }
}

export interface ExploreTools {
  config: SiteConfig
  branding: LiveBranding
  /** Council records. */
  store: ReadStore
  /** Of accounts, keys and what was taken down; never a replica. */
  accounts: ReadStore
  cache: ResponseCache
  requestQueue: RequestQueue
  downloads: Downloads
  tables: TableDownloads
  cursors: Cursors
  clock: Clock
  version: string
  /** Null without e-mail. */
  alertDesk: AlertDesk | null
  throttle: Throttle
}

/** Pages about the record of each council. */
export async function explore(site: FastifyInstance, tools: ExploreTools): Promise<void> {
  const { config, branding, cache, requestQueue, clock, version } = tools
  const own = recordMethods(site)
  site.decorateRequest('municipality', undefined as unknown as Municipality)
  site.decorateRequest('isOnly', false)
  site.decorateRequest('importState', undefined as unknown as ImportState)
  site.decorateRequest('frenchNames', undefined as unknown as FrenchNames)
  site.decorateRequest('lawKind', 'bylaw')
  site.decorateRequest('registers', undefined as unknown as RegisterStates)
  site.decorateRequest('takePart', undefined as unknown as readonly TakePart[])
  findCouncil(site, tools)
  site.addHook('preValidation', async (request) => dropEmptyValues(request))
  readQuery(site)
  translateMark(site)
  serveFromCache(site, {
    // Pages show settings of the operator.
    build: JSON.stringify([version, config]),
    clock,
    policy: 'page',
    cache,
    requestQueue,
    // Imports that failed or changed nothing are shown too.
    variant: ({ importState, isOnly, takePart, municipality }) =>
      [
        ...[importState.latestRun, isOnly, branding.current.digest],
        countPast(takePart, municipality.timeZone, clock.now()),
      ].join(' '),
  })
  showErrors(site, tools)
  const pictures = new Pictures()
  for (const locale of locales) {
    addPages(site, locale, tools)
    addPictures(site, { locale, pictures, tools })
  }
  addSitemap(site, tools)
  const ownTables = {
    ...{ notes: sendNotes, coverage: sendNotServed, totals: sendTotals },
    ...{ attendance: sendAttendance, changes: sendChanges },
  }
  const ofRegisters = listedRegisters.map(({ name, query }) => ({
    ...{ path: `/${name}.csv`, list: name, querystring: tableQuery(query) },
  }))
  addTables(site, { ...tools, tables: { ...tools.tables, ...ownTables } }, ofRegisters)
  const visiting = { visitOf: (request: FastifyRequest) => visitOf(request, tools) }
  addFeeds(site, { ...tools, ...visiting })
  addEmbeds(site, visiting)
  addBulkPage(site, visiting)
  // Only below a council: other paths get 404 for every method.
  rejectOtherMethods(site, new Map(own))
}

/** Pages and feeds write the mark of what was taken down in their language: texts are stored with the English one. */
function translateMark(site: FastifyInstance): void {
  site.addHook('onSend', (request, reply, payload, done) => {
    const { mark } = localeOf(request).words.takedowns
    const isShown =
      typeof payload === 'string' && withMarks.test(String(reply.getHeader('content-type')))
    done(null, isShown ? payload.replaceAll(withheldMark, mark) : payload)
  })
}

const withMarks = /^(text\/html|application\/atom\+xml)/

/** A form without a script sends its empty fields too. */
function dropEmptyValues(request: FastifyRequest): void {
  const given = Object.entries(request.query as RawQuery).filter(([, value]) => value !== '')
  request.query = Object.fromEntries(given)
}

/** Shows missing records and invalid filters within the frame of the council; the site shows other errors. */
function showErrors(site: FastifyInstance, tools: ExploreTools): void {
  site.setErrorHandler(
    async (error: FastifyError | ApiError | Missing | Elsewhere, request, reply) => {
      if (error instanceof Elsewhere) return reply.redirect(error.path, 303)
      const visit = () => visitOf(request, tools)
      if (error instanceof Missing) return sendMissing(visit(), error, { request, reply })
      const invalid = invalidFilter(error, request)
      // Invalid HTTP is rejected before the council is found.
      if (invalid === undefined || request.municipality === undefined) throw error
      const { help } = request.routeOptions.config
      if (!(await tools.requestQueue.wait(request, reply))) return reply
      return sendPage(reply, invalidFilterPage(visit(), invalid, help), 400)
    },
  )
}

async function sendMissing(
  visit: Visit,
  error: Missing,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const path = await findPathAfter(visit, error, request.url)
  if (path !== undefined) return reply.redirect(path, 308)
  const removed = await removedRecord(visit, recordOf[error.kind] ?? null)
  return sendPage(reply, removed ?? missingRecord(visit, error.kind), 404)
}

const tableOf: Partial<Record<Missing['kind'], NamedTable>> = {
  ...{ motion: 'motions', meeting: 'meetings', person: 'people' },
  ...{ matter: 'matters', bylaw: 'bylaws', body: 'organizations' },
}

const recordOf: Partial<Record<Missing['kind'], RecordKind>> = {
  ...{ motion: 'motion', meeting: 'meeting', person: 'person' },
  ...{ matter: 'matter', bylaw: 'bylaw', body: 'organization' },
}

/** The path of a record that had another slug before. */
async function findPathAfter(
  { store, municipality, params: { slug } }: Visit,
  { kind }: Missing,
  url: string,
): Promise<string | undefined> {
  const table = tableOf[kind]
  if (table === undefined || slug === undefined) return undefined
  const after = await findSlugAfter(store.db, table, { municipalityId: municipality.id, slug })
  if (after === undefined) return undefined
  const [path = '', ...query] = url.split('?')
  const start = path.lastIndexOf(`/${slug}`) + 1
  const to = path.slice(0, start) + after + path.slice(start + slug.length)
  return [to, ...query].join('?')
}

function invalidFilter(
  error: FastifyError | ApiError,
  { query }: FastifyRequest,
): InvalidQuery | undefined {
  if (error instanceof ApiError) return error.code === 'VALIDATION_ERROR' ? error : undefined
  const { validation } = error
  return validation && { validation, message: validationError(validation, query).message }
}

/** The pages in one language. */
function addPages(site: FastifyInstance, locale: Locale, tools: ExploreTools): void {
  const base = `${locale.prefix}/:municipality`
  for (const { path, querystring, render, help, fresh = false } of pages) {
    const schema = querystring === undefined ? {} : { querystring }
    const options = { schema, config: { help, locale, fresh } }
    site.get(base + path, options, async (request, reply) => {
      // Others have waited before.
      if (fresh && !(await tools.requestQueue.wait(request, reply))) return reply
      return sendPage(reply, await render(visitOf(request, tools)))
    })
  }
  addAlerts(site, locale, tools)
  site.get(`${base}/`, { config: { fresh: true, locale } }, (request, reply) =>
    reply.redirect(`${locale.prefix}/${slugOf(request)}`, 301),
  )
}

/** The forms that ask for the e-mails of a feed, each at the URL of the page that shows it. */
function addAlerts(site: FastifyInstance, locale: Locale, tools: ExploreTools): void {
  const { alertDesk: desk, throttle } = tools
  if (desk === null) return
  for (const { path, querystring, receive } of followPages) {
    const options = { schema: { querystring }, config: { locale, fresh: true } }
    site.post(`${locale.prefix}/:municipality${path}`, options, async (request, reply) => {
      const fields = { address: fieldOf(request, 'address'), ...choicesIn(request) }
      const isThrottled = (await throttle.alert(request.ip)) > 0
      if (!(await tools.requestQueue.wait(request, reply))) return reply
      const visit = visitOf(request, tools)
      const { page, status, join } = await receive(visit, { fields, isThrottled })
      await sendPage(reply, page, status)
      // After the response, because the time that it takes would tell whether the address has alerts.
      if (join !== undefined) await desk.join(join)
      return reply
    })
  }
}

interface PictureTools {
  locale: Locale
  pictures: Pictures
  tools: ExploreTools
}

/** The picture of each page, which links to it show elsewhere. */
function addPictures(site: FastifyInstance, { locale, pictures, tools }: PictureTools): void {
  const options = { schema: { querystring: NoQuery }, config: { locale } }
  for (const { path, render } of pages) {
    const url = picturePathOf(`${locale.prefix}/:municipality${path}`)
    site.get(url, options, (request, reply) =>
      sendPicture(reply, pictures, () => render(visitOf(request, tools))),
    )
  }
}

const localeOf = ({ routeOptions }: FastifyRequest) => routeOptions.config.locale ?? english

/** Finds the council of the path; other paths get the page for unknown URLs. */
function findCouncil(site: FastifyInstance, { store, accounts }: ExploreTools): void {
  const takePart = new TakePartLookup({ store, accounts })
  const inEnglish = councilLookup(store, { namesMax: 0 })
  const inFrench = councilLookup(store, { namesMax: partsMax })
  site.addHook('onRequest', (request, reply, done) => {
    const slug = slugOf(request)
    // The router comes here from unknown paths of the API too.
    if (slug === 'api') reply.headers(apiHeaders)
    if (!isMunicipalitySlug(slug) || isReservedSlug(slug)) return void reply.callNotFound()
    const lookup = localeOf(request) === english ? inEnglish : inFrench
    const find = async () => {
      const found = await lookup(slug)
      return found && { ...found, takePart: await takePart.of(found.municipality) }
    }
    find().then((found) => {
      if (found === undefined) return sendMissingCouncil(request, reply)
      setMunicipality(request, found.municipality)
      request.importState = found.importState
      request.isOnly = found.isOnly
      request.frenchNames = found.frenchNames
      request.lawKind = found.lawKind
      request.registers = found.registers
      request.takePart = found.takePart
      done()
    }, done)
  })
}

/** Programs get the JSON error, and a word alone may be any page. */
function sendMissingCouncil(request: FastifyRequest, reply: FastifyReply): void {
  const isBrowser = request.headers.accept?.includes('text/html') === true
  const locale = localeOf(request)
  const isWord = request.routeOptions.url === `${locale.prefix}/:municipality`
  if (!isBrowser || isWord) return void reply.callNotFound()
  reply.header('cache-control', 'no-store')
  sendPage(reply, missingCouncil(locale), 404)
}

function visitOf(request: FastifyRequest, tools: ExploreTools): Visit {
  const visited = {
    path: request.url.split('?', 1)[0] ?? '',
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    client: queueClientOf(request.ip),
    locale: localeOf(request),
  }
  return toVisit(request, visited, tools)
}
