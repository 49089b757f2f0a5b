import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AccountRefused, WrongPassword } from '../../access/accounts/refused.ts'
import { attemptOf, signBrowserIn, signBrowserOut } from '../accounts/browser.ts'
import { slowDown, unlessBusy, unlessTooMany } from '../accounts/slow-down.ts'
import { PageError } from '../error-pages.tsx'
import { type Faults, fieldOf } from '../form.ts'
import { sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { Account, Deleted } from './account.tsx'
import { requireVisitor } from './visitor.ts'

const page = '/settings/account'

/** `/settings/account`: password, sessions, and the end of the account. */
export const account: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const { accounts, sessions } = tools
  requireVisitor(site, tools)

  site.get<{ Querystring: { changed?: string } }>(page, (request, reply) =>
    send(
      request,
      reply,
      tools,
      request.query.changed === 'password' ? { notice: passwordChanged } : {},
    ),
  )

  // Fields are read first: a form that cannot be read is no wrong password.
  site.post(`${page}/password`, async (request, reply) => {
    const form = {
      current: fieldOf(request, 'current_password'),
      next: fieldOf(request, 'new_password'),
    }
    return withPassword(request, reply, tools, async () => {
      const agent = request.headers['user-agent']
      const token = await accounts.changePassword(request.visitor, form, agent)
      await signBrowserIn(request, reply, { token, email: request.visitor.email }, tools)
      return reply.redirect(`${page}?changed=password`, 303)
    })
  })

  site.post(`${page}/delete`, async (request, reply) => {
    const password = fieldOf(request, 'password')
    return withPassword(request, reply, tools, async () => {
      await accounts.delete(request.visitor, password)
      await signBrowserOut(request, reply, tools)
      // Said here, not at an address to which a link could lead those whose account is still there.
      return sendPage(reply, <Deleted />)
    })
  })

  site.post<{ Params: { id: string } }>(`${page}/sessions/:id/end`, async (request, reply) => {
    const ended = await sessions.end(request.visitor.accountId, request.params.id)
    if (!ended) throw new PageError(404, 'No such session', 'It may have ended already.')
    return reply.redirect(page, 303)
  })

  site.post(`${page}/sessions/end-others`, async (request, reply) => {
    await sessions.endOthers(request.visitor)
    return reply.redirect(page, 303)
  })
}

const passwordChanged =
  'Your password is changed. All other browsers are signed out; your keys go on working.'

/** Does what needs the password again, as slowly as signing in. */
async function withPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: SiteTools,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { throttle } = tools
  const attempt = attemptOf(request, request.visitor.email, tools)
  const guarded = async () => {
    slowDown(reply, await throttle.attempt(attempt))
    try {
      const answer = await unlessBusy(reply, work, () => throttle.unchecked(attempt))
      await throttle.succeeded(attempt)
      return answer
    } catch (error) {
      if (!(error instanceof AccountRefused)) throw error
      const { faults } = error
      if (error instanceof WrongPassword)
        return send(request, reply, tools, { faults, status: 401 })
      await throttle.succeeded(attempt)
      return send(request, reply, tools, { faults, status: 400 })
    }
  }
  return unlessTooMany(guarded, (notice) => send(request, reply, tools, { notice, status: 429 }))
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions }: SiteTools,
  { status = 200, faults = {}, notice }: { status?: number; faults?: Faults; notice?: string } = {},
): Promise<FastifyReply> {
  const { visitor } = request
  const rows = await sessions.list(visitor.accountId)
  const view = { email: visitor.email, sessions: rows, current: visitor.id, faults, notice }
  return sendPage(reply, <Account {...view} />, status)
}
