import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { sendError, sendNotFound } from '../http/error-handler.ts'
import { ApiError } from '../http/errors.ts'
import { apiSecurityHeaders } from '../http/response-headers.ts'
import { describeRequest } from '../http/transport.ts'
import { Page } from './layout.tsx'
import { OperatorLink } from './operator.tsx'
import type { SendPageHeaders } from './page-headers.ts'
import { sendPage } from './send-page.ts'

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

function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, title, message }: { status: number; title: string; message: ComponentChildren },
): FastifyReply {
  reply.header('cache-control', 'no-store')
  const page = (
    <Page title={title}>
      <h1>{title}</h1>
      <p>{message}</p>
      <p class="quiet">
        Status {status}, request ID <code>{request.id}</code>
      </p>
    </Page>
  )
  return sendPage(reply, page, status)
}

/** Turns errors into pages. Unexpected errors are logged, never shown. */
export function handlePageErrors(
  site: FastifyInstance,
  isUnavailable: (error: unknown) => boolean,
): void {
  site.setErrorHandler((error: FastifyError | PageError, request, reply) => {
    // Invalid HTTP does not come from a browser.
    if (error instanceof ApiError) return sendError(reply, error.code, error.message)
    if (!isUnavailable(error)) return sendErrorPage(request, reply, shownError(error, request))
    // Without the stack: while a database is down, every request logs this.
    request.log.warn({ reason: error.message }, 'the database failed while a page was rendered')
    reply.header('retry-after', String(retrySeconds))
    return sendErrorPage(request, reply, unavailable)
  })
}

const retrySeconds = 5

const unavailable = {
  status: 503,
  title: 'Temporarily unavailable',
  message: `The database is busy or out of reach. Try again in ${retrySeconds} seconds.`,
}

function shownError(error: FastifyError | PageError, request: FastifyRequest) {
  if (error instanceof PageError) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return { status, title: 'Form too large', message: 'The form is too large.' }
  if (status === 415)
    return {
      status,
      title: 'Unsupported form encoding',
      message: 'Send fields as application/x-www-form-urlencoded, as a browser does.',
    }
  if (status !== undefined && status >= 400 && status < 500)
    return { status: 400, title: 'Invalid form', message: 'The form could not be read.' }
  request.log.error({ err: error }, 'page failed')
  return {
    status: 500,
    title: 'Something went wrong',
    message: (
      <>
        Something went wrong on our side. Try again; if it keeps happening, send <OperatorLink />{' '}
        the request ID below.
      </>
    ),
  }
}

/** Responds to unknown URLs: browsers get a page, other clients the JSON error.  */
export function handleMissingPages(app: FastifyInstance, sendHeaders: SendPageHeaders): void {
  app.setNotFoundHandler((request, reply) => {
    sendHeaders(reply)
    if (request.headers.accept?.includes('text/html') !== true) {
      reply.headers(apiSecurityHeaders)
      return sendNotFound(request, reply)
    }
    const message = (
      <>
        There is no page at <code>{shownPath(request)}</code>. Check it for typing errors, or go to
        the <a href="/">home page</a>.
      </>
    )
    return sendErrorPage(request, reply, { status: 404, title: 'Page not found', message })
  })
}

/** The path without the method, which a reader did not type. */
function shownPath({ method, originalUrl }: FastifyRequest): string {
  return describeRequest(method, originalUrl).slice(method.length + 1)
}
