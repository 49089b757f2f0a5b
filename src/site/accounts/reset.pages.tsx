import type { FastifyPluginAsync } from 'fastify'
import { AccountError } from '../../access/accounts/account-error.ts'
import { PageError } from '../error-pages.tsx'
import type { Face } from '../face.tsx'
import { type FieldErrors, Form, fieldOf, NewPasswordField } from '../fields.tsx'
import { Page } from '../layout.tsx'
import { operatorIn } from '../operator.tsx'
import { sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { logAccountEvent } from './account-log.ts'
import { rejectInsecure } from './closed.ts'
import { refundOnFailure } from './throttling.ts'

interface Route {
  Params: { token: string }
}

/** `/reset/<token>`: sets a new password with a link from the operator. */
export const reset: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const { accounts, throttle } = tools
  rejectInsecure(site, tools)

  site.get<Route>('/reset/:token', async ({ params: { token } }, reply) => {
    if (!(await accounts.isResetToken(token))) throw expiredLink(site.face.current)
    return sendPage(reply, <Reset token={token} errors={{}} />)
  })

  site.post<Route>('/reset/:token', async (request, reply) => {
    const { token } = request.params
    const password = fieldOf(request, 'password')
    try {
      const account = await refundOnFailure(reply, () =>
        accounts.resetPassword(token, password, request.ip),
      )
      if (account === undefined) throw expiredLink(site.face.current)
      logAccountEvent(request, tools, { event: 'password_reset', account: account.id })
      await throttle.clear(account.email)
      return reply.redirect('/login?done=reset', 303)
    } catch (error) {
      if (!(error instanceof AccountError)) throw error
      return sendPage(reply, <Reset token={token} errors={error.errors} />, 400)
    }
  })
}

function expiredLink(face: Face): PageError {
  const message = `A reset link works once, within an hour. Ask ${operatorIn(face)} for a new one.`
  return new PageError(404, 'This link has expired or was used', message)
}

function Reset({ token, errors }: { token: string; errors: FieldErrors }) {
  return (
    <Page title="Choose a new password">
      <h1>Choose a new password</h1>
      <p>
        This signs you out in every browser. Your API keys keep working; your old recovery code does
        not.
      </p>
      <Form action={`/reset/${token}`} submit="Set password">
        <NewPasswordField label="New password" errors={errors} />
      </Form>
    </Page>
  )
}
