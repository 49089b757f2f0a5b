import type { FastifyInstance } from 'fastify'
import type { Session } from '../../access/sessions/sessions.ts'
import { visitorOf } from '../accounts/browser.ts'
import { refuseInsecure } from '../accounts/closed.ts'
import { sendSignIn } from '../accounts/sign-in.pages.tsx'
import type { SiteTools } from '../tools.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on every page of the settings. */
    visitor: Session
  }
}

/** Shows pages to those who are signed in; asks others to. */
export function requireVisitor(site: FastifyInstance, tools: SiteTools): void {
  refuseInsecure(site, tools)
  site.decorateRequest('visitor')
  site.addHook('preHandler', async (request, reply) => {
    const visitor = await visitorOf(request, tools)
    if (visitor !== undefined) {
      request.visitor = visitor
      return
    }
    const page = request.method === 'GET' ? request.originalUrl.split('?', 1)[0] : undefined
    if (page !== undefined) return reply.redirect(`/login?next=${encodeURIComponent(page)}`, 303)
    const next = '/settings/api-keys'
    const faults = { email: 'You are not signed in any more. Sign in and do it again.' }
    return sendSignIn(reply, tools.config, { email: '', next, faults, status: 401 })
  })
}
