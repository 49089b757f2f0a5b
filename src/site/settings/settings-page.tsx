import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Session } from '../../access/sessions/sessions.ts'
import { visitorOf } from '../accounts/browser.ts'
import { rejectInsecure } from '../accounts/closed.ts'
import { sendSignIn } from '../accounts/sign-in.pages.tsx'
import { pathIn } from '../address.ts'
import { ButtonForm } from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
import type { PageTools } from '../tools.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the person who is signed in; set on every settings page. */
    visitor: Session
  }
}

/** Redirects visitors who are not signed in to the sign-in page. */
export function requireVisitor(site: FastifyInstance, tools: PageTools): void {
  rejectInsecure(site, tools)
  site.decorateRequest('visitor')
  site.addHook('preHandler', async (request, reply) => {
    const visitor = await visitorOf(request, tools)
    if (visitor !== undefined) {
      request.visitor = visitor
      return
    }
    const isForm = !['GET', 'HEAD'].includes(request.method)
    if (isForm) return sendSignedOut(reply, tools)
    const next = encodeURIComponent(request.routeOptions.url ?? '')
    return reply.redirect(`${pathIn(tools.locale, '/login')}?next=${next}`, 303)
  })
}

/** The response to a form whose session has ended. */
export function sendSignedOut(reply: FastifyReply, tools: PageTools): FastifyReply {
  const errors = { email: tools.locale.words.accounts.signIn.sessionEnded }
  const next = pathIn(tools.locale, keysPage)
  return sendSignIn(reply, tools, { email: '', next, errors, status: 401 })
}

export const keysPage = '/settings/api-keys'
export const accountPage = '/settings/account'

interface Props {
  locale: SiteLocale
  path: typeof keysPage | typeof accountPage
  email: string
  children?: ComponentChildren
}

/** The layout of the settings pages. */
export function SettingsPage({ locale, path, email, children }: Props) {
  const { settings, keys, account } = locale.words.accounts
  const pages = [
    { path: keysPage, name: keys.title },
    { path: accountPage, name: account.title },
  ]
  const title = path === keysPage ? keys.title : account.title
  return (
    <Page title={title} part={keysPage} locale={locale} switchTo={path}>
      <div class="row no-print settings">
        <nav class="row" aria-label={settings.name}>
          {pages.map((page) => (
            <a
              key={page.path}
              href={pathIn(locale, page.path)}
              aria-current={page.path === path ? 'page' : undefined}
            >
              {page.name}
            </a>
          ))}
        </nav>
        <span class="quiet">
          <Phrase text={settings.signedInAs} values={{ email }} />
        </span>
        <ButtonForm action="/logout" submit={settings.signOut} />
      </div>
      <h1>{title}</h1>
      {children}
    </Page>
  )
}

/** A time in UTC, because the server does not know the time zone of the reader. */
export function UtcTime({ at }: { at: string }) {
  return <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>
}
