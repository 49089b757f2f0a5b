import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { wideNetworkOf } from '../access/networks.ts'
import { EventSampler } from '../core/event-sampler.ts'
import { isReservedSlug } from '../core/municipality-slug.ts'
import { distanceOf } from '../core/similar-words.ts'
import { sendError, sendNotFound } from '../http/error-handler.ts'
import { ApiError } from '../http/errors.ts'
import { apiSecurityHeaders } from '../http/responses.ts'
import { describeRequest } from '../http/transport.ts'
import type { ReadStore } from '../store/open.ts'
import { TooManySearches } from '../store/store-error.ts'
import { localeOfPath, pathIn } from './address.ts'
import type { CouncilHeader, CouncilHeaders } from './face.tsx'
import { HomeLink } from './header.tsx'
import { Page } from './layout.tsx'
import type { SiteLocale } from './locale.ts'
import { OperatorLink } from './operator.tsx'
import { Phrase } from './phrase.tsx'
import { listCouncilNames, VersionedMemo } from './queries.ts'
import { type SendPageHeaders, sendPage } from './send-page.ts'
import type { SiteTools } from './tools.ts'
import { WhereToLook } from './where-to-look.tsx'

/** Thrown by pages to show an error page. */
export class PageError extends Error {
  override name = 'PageError'
  readonly status: number
  readonly title: string

  constructor(status: number, title: string, message: string) {
    super(message)
    this.status = status
    this.title = title
  }
}

interface ShownError {
  status: number
  title: string
  message: ComponentChildren
  /** That of the council whose page it would be. */
  header?: CouncilHeader | undefined
}

function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, title, message, header }: ShownError,
  locale: SiteLocale,
): FastifyReply {
  reply.header('cache-control', 'no-store')
  const page = (
    <Page
      {...{ title, locale }}
      {...header}
      {...(status === 404 && { switchTo: '/', hasSearch: typeof message !== 'string' })}
    >
      <h1>{title}</h1>
      {typeof message === 'string' ? <p class="lead">{message}</p> : message}
      <p class="quiet">
        {locale.words.errors.status(status)}
        <code>{request.id}</code>
      </p>
    </Page>
  )
  return sendPage(reply, page, status)
}

/** Turns errors into pages. Unexpected errors are logged, never shown. */
export function handlePageErrors(
  site: FastifyInstance,
  isUnavailable: (error: unknown) => boolean,
  monotonic: () => number,
): void {
  const busySearches = new EventSampler(monotonic)
  site.setErrorHandler((error: FastifyError | PageError, request, reply) => {
    // Invalid HTTP does not come from a browser.
    if (error instanceof ApiError) return sendError(reply, error.code, error.message)
    const locale = localeOfPath(request.url)
    if (!isUnavailable(error))
      return sendErrorPage(request, reply, shownError(error, request, locale), locale)
    if (error instanceof TooManySearches) {
      const network = wideNetworkOf(request.ip)
      const count = busySearches.count(network)
      if (count > 0) request.log.warn({ count, network }, error.message)
      reply.header('retry-after', String(error.retrySeconds))
      return sendErrorPage(request, reply, tooManySearches(locale), locale)
    }
    // Without the stack: while a database is down, every request logs this.
    request.log.warn({ reason: error.message }, 'the database failed while a page was rendered')
    reply.header('retry-after', String(retrySeconds))
    return sendErrorPage(request, reply, unavailable(locale), locale)
  })
}

const retrySeconds = 5

function unavailable({ words: { errors } }: SiteLocale) {
  const message = errors.unavailableText(retrySeconds)
  return { status: 503, title: errors.unavailable, message }
}

const tooManySearches = ({ words: { errors } }: SiteLocale) => ({
  ...{ status: 503, title: errors.searching, message: errors.searchingText },
})

function shownError(
  error: FastifyError | PageError,
  request: FastifyRequest,
  { words: { errors } }: SiteLocale,
) {
  if (error instanceof PageError) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return { status, title: errors.tooLarge, message: errors.tooLargeText }
  if (status === 415) return { status, title: errors.encoding, message: errors.encodingText }
  if (status !== undefined && status >= 400 && status < 500)
    return { status: 400, title: errors.invalidForm, message: errors.invalidFormText }
  request.log.error({ err: error }, 'page failed')
  return {
    status: 500,
    title: errors.failed,
    message: (
      <p class="lead">
        <Phrase text={errors.failedText} values={{ operator: <OperatorLink /> }} />
      </p>
    ),
  }
}

/** Responds to unknown URLs: browsers get a page, other clients the JSON error.  */
export function handleMissingPages(
  app: FastifyInstance,
  sendHeaders: SendPageHeaders,
  { requestQueue, record }: Pick<SiteTools, 'requestQueue' | 'record'>,
): void {
  const findCouncil = councilOfPath(record)
  app.setNotFoundHandler(async (request, reply) => {
    sendHeaders(reply)
    if (request.headers.accept?.includes('text/html') !== true) {
      reply.headers(apiSecurityHeaders)
      return sendNotFound(request, reply)
    }
    if (!(await requestQueue.wait(request, reply))) return reply
    await app.face.refresh()
    const locale = localeOfPath(request.url)
    const found = await findCouncil(request.url.slice(locale.prefix.length))
    const headers = found.council && (await app.face.headersOf(found.council.slug))
    return sendErrorPage(
      request,
      reply,
      missingPage(request, { ...found, headers }, locale),
      locale,
    )
  })
}

/** What may be there instead, and a search of the council or of all. */
function missingPage(
  request: FastifyRequest,
  { council, similar, section, headers }: CouncilOfPath & { headers: FoundHeaders },
  locale: SiteLocale,
): ShownError {
  const { errors } = locale.words
  const nearest = council ?? similar
  const header = headers?.[locale.language]
  const values = {
    path: <code>{shownPath(request)}</code>,
    home: <HomeLink text={errors.home} />,
    council: nearest && (
      <a href={pathIn(locale, `/${nearest.slug}`)}>{locale.nameOf(nearest.name)}</a>
    ),
  }
  const instead = council === undefined ? errors.didYouMean : errors.onRecord
  const likely = council && section && pathIn(locale, `/${council.slug}/${section}`)
  return {
    status: 404,
    title: errors.notFound,
    message: (
      <>
        <p class="lead">
          <Phrase text={errors.notTextResult} values={values} />
        </p>
        {likely && (
          <p>
            <Phrase text={errors.didYouMeanPage} values={{ page: <a href={likely}>{likely}</a> }} />
          </p>
        )}
        {nearest && (
          <p>
            <Phrase text={instead} values={values} />
          </p>
        )}
        <WhereToLook {...header} />
      </>
    ),
    header,
  }
}

/** The path without the method, which a reader did not type. */
function shownPath({ method, originalUrl }: FastifyRequest): string {
  return describeRequest(method, originalUrl).slice(method.length + 1)
}

type FoundHeaders = CouncilHeaders | null | undefined

type CouncilName = Awaited<ReturnType<typeof listCouncilNames>>[number]

interface CouncilOfPath {
  /** The council that the path begins with. */
  council?: CouncilName | undefined
  /** The only council whose slug is spelled alike. */
  similar?: CouncilName | undefined
  /** The section of the council that the path was probably meant for. */
  section?: string | undefined
}

/** Finds the council that an unknown path was probably meant for; none while the database is out of reach. */
function councilOfPath(store: ReadStore): (path: string) => Promise<CouncilOfPath> {
  const memo = new VersionedMemo<CouncilName[]>(store)
  return async (path) => {
    const [, word = '', section = ''] = path.toLowerCase().split(/[/?#]/)
    if (word === '' || word.length > slugMax || isReservedSlug(word)) return {}
    const councils = await memo
      .get('', () => listCouncilNames(store.db))
      .catch((error: unknown) => {
        if (store.dialect.isUnavailable(error)) return undefined
        throw error
      })
    const council = councils?.find(({ slug }) => slug === word)
    return council === undefined
      ? { similar: similarTo(word, councils ?? []) }
      : { council, section: sectionLike(section) }
  }
}

const [slugMax, lettersMin, distanceMax] = [100, 4, 2]

function similarTo(word: string, councils: readonly CouncilName[]): CouncilName | undefined {
  if (word.length < lettersMin) return undefined
  const [similar, ...others] = councils.filter(
    ({ slug }) =>
      Math.abs(slug.length - word.length) <= distanceMax && distanceOf(word, slug) <= distanceMax,
  )
  return others.length === 0 ? similar : undefined
}

/** Sections of a council, by what visitors may call them. */
const sections: Readonly<Record<string, string>> = {
  ...{ meetings: 'meetings', agendas: 'meetings', minutes: 'meetings', calendar: 'meetings' },
  ...{ votes: 'votes', motions: 'motions', decisions: 'motions' },
  ...{ people: 'people', members: 'people', councillors: 'people', council: 'people' },
  ...{ bodies: 'bodies', committees: 'bodies', boards: 'bodies' },
  ...{ matters: 'matters', reports: 'matters', files: 'matters' },
  ...{ bylaws: 'bylaws', 'by-laws': 'bylaws' },
  ...{ coverage: 'coverage', search: 'search' },
  ...{ reunions: 'meetings', conseil: 'people', comites: 'bodies', rapports: 'matters' },
  ...{ reglements: 'bylaws', recherche: 'search' },
}

function sectionLike(word: string): string | undefined {
  if (word.length < lettersMin || word.length > slugMax) return undefined
  const name = Object.hasOwn(sections, word)
    ? word
    : Object.keys(sections).find((section) => distanceOf(word, section) <= distanceMax)
  return name === undefined ? undefined : sections[name]
}
