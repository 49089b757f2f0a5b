import type { FastifyPluginAsync } from 'fastify'
import { AccountError, EmailTaken } from '../../access/accounts/account-error.ts'
import { EmailField, Form, NewPasswordField } from '../fields.tsx'
import { type Faults, fieldOf } from '../form.ts'
import { Page } from '../layout.tsx'
import { sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { logAccountEvent, logThrottled } from './account-log.ts'
import { carryRecoveryCode, signBrowserIn, visitorOf } from './browser.ts'
import { refuseInsecure, refuseSignUps } from './closed.ts'
import { slowDown, unlessBusy, unlessTooMany } from './slow-down.ts'

const keysPage = '/settings/api-keys'

/** `/signup`: creates an account and signs it in. */
export const signUp: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const { accounts, throttle, config } = tools
  refuseInsecure(site, tools)
  site.addHook('onRequest', async () => refuseSignUps(config))

  site.get('/signup', async (request, reply) => {
    if ((await visitorOf(request, tools)) !== undefined) return reply.redirect(keysPage, 303)
    return sendPage(reply, <SignUp email="" />)
  })

  site.post('/signup', async (request, reply) => {
    const form = { email: fieldOf(request, 'email'), password: fieldOf(request, 'password') }
    const again = (shown: { faults?: Faults; notice?: string }, status: number) =>
      sendPage(reply, <SignUp email={form.email} {...shown} />, status)
    return unlessTooMany(
      async () => {
        slowDown(reply, await throttle.signUp(request.ip))
        try {
          const client = { address: request.ip, userAgent: request.headers['user-agent'] }
          const made = await unlessBusy(reply, () => accounts.signUp(form, client))
          logAccountEvent(request, tools, { event: 'account_created', account: made.accountId })
          // First: what follows can fail while the database is busy, and the code is known only now.
          carryRecoveryCode(reply, made.code, tools)
          await signBrowserIn(request, reply, { token: made.token, email: form.email }, tools)
          return reply.redirect(keysPage, 303)
        } catch (error) {
          // Who asks for many addresses wants to know whose they are: that counts.
          if (!(error instanceof EmailTaken)) await throttle.refundSignUp(request.ip)
          if (error instanceof AccountError) return again({ faults: error.errors }, 400)
          throw error
        }
      },
      (notice) => again({ notice }, 429),
      () => logThrottled(request, tools, 'sign_up_throttled'),
    )
  })
}

interface Props {
  email: string
  faults?: Faults
  notice?: string
}

function SignUp({ email, faults = {}, notice }: Props) {
  return (
    <Page title="Create an account" part={keysPage}>
      <h1>Create an account</h1>
      <p>
        It holds your API keys and nothing else. You sign in with your e-mail address; we send no
        e-mail.
      </p>
      <Form action="/signup" submit="Create account" notice={notice}>
        <EmailField value={email} faults={faults} />
        <NewPasswordField faults={faults} />
      </Form>
      <p>
        Already have an account? <a href="/login">Sign in</a>.
      </p>
    </Page>
  )
}
