import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Session } from '../../access/sessions/sessions.ts'
import { visitorOf } from '../accounts/browser.ts'
import { rejectInsecure } from '../accounts/closed.ts'
import { sendSignIn } from '../accounts/sign-in.pages.tsx'
import { ButtonForm } from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteConfig, SiteTools } from '../tools.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the person who is signed in; set on every settings page. */
    visitor: Session
  }
}

/** Redirects visitors who are not signed in to the sign-in page. */
export function requireVisitor(site: FastifyInstance, tools: SiteTools): void {
  rejectInsecure(site, tools)
  site.decorateRequest('visitor')
  site.addHook('preHandler', async (request, reply) => {
    const visitor = await visitorOf(request, tools)
    if (visitor !== undefined) {
      request.visitor = visitor
      return
    }
    const isForm = !['GET', 'HEAD'].includes(request.method)
    if (isForm) return sendSignedOut(reply, tools.config)
    const next = encodeURIComponent(request.routeOptions.url ?? '')
    return reply.redirect(`/login?next=${next}`, 303)
  })
}

/** The response to a form whose session has ended. */
export function sendSignedOut(reply: FastifyReply, config: SiteConfig): FastifyReply {
  const errors = { email: 'You are no longer signed in. Sign in and try again.' }
  return sendSignIn(reply, config, { email: '', next: '/settings/api-keys', errors, status: 401 })
}

const pages = [
  { path: '/settings/api-keys', name: 'API keys' },
  { path: '/settings/account', name: 'Account' },
]

interface Props {
  title: string
  path: string
  email: string
  children?: ComponentChildren
}

/** The layout of the settings pages. */
export function SettingsPage({ title, path, email, children }: Props) {
  return (
    <Page title={title} part="/settings/api-keys">
      <div class="row no-print settings">
        <nav class="row" aria-label="Settings">
          {pages.map((page) => (
            <a
              key={page.path}
              href={page.path}
              aria-current={page.path === path ? 'page' : undefined}
            >
              {page.name}
            </a>
          ))}
        </nav>
        <span class="quiet">Signed in as {email}</span>
        <ButtonForm action="/logout" submit="Sign out" />
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
