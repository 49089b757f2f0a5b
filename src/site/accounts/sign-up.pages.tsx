import type { FastifyPluginAsync } from 'fastify'
import { AccountError, EmailTaken } from '../../access/accounts/account-error.ts'
import { EmailField, type FieldErrors, Form, fieldOf, NewPasswordField } from '../fields.tsx'
import { Page } from '../layout.tsx'
import { sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { logAccountEvent, logThrottled } from './account-log.ts'
import { carryRecoveryCode, signBrowserIn, visitorOf } from './browser.ts'
import { rejectClosedSignUps, rejectInsecure } from './closed.ts'
import { orThrottledForm, refundOnFailure, rejectIfThrottled } from './throttling.ts'

const keysPage = '/settings/api-keys'

/** `/signup`: creates an account and signs it in. */
export const signUp: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const { accounts, throttle, config } = tools
  rejectInsecure(site, tools)
  site.addHook('onRequest', async () => rejectClosedSignUps(config, site.face.current))

  site.get('/signup', async (request, reply) => {
    if ((await visitorOf(request, tools)) !== undefined) return reply.redirect(keysPage, 303)
    return sendPage(reply, <SignUp email="" />)
  })

  site.post('/signup', async (request, reply) => {
    const form = { email: fieldOf(request, 'email'), password: fieldOf(request, 'password') }
    const showForm = (shown: { errors?: FieldErrors; notice?: string }, status: number) =>
      sendPage(reply, <SignUp email={form.email} {...shown} />, status)
    return orThrottledForm(
      async () => {
        rejectIfThrottled(reply, await throttle.signUp(request.ip))
        try {
          const client = { address: request.ip, userAgent: request.headers['user-agent'] }
          const created = await refundOnFailure(reply, () => accounts.signUp(form, client))
          logAccountEvent(request, tools, { event: 'account_created', account: created.accountId })
          // First, because the code exists only here, and the next step can fail.
          carryRecoveryCode(reply, created.code, tools)
          await signBrowserIn(request, reply, { token: created.token, email: form.email }, tools)
          return reply.redirect(keysPage, 303)
        } catch (error) {
          // A taken e-mail address stays counted: many of them are an attempt to find accounts.
          if (!(error instanceof EmailTaken)) await throttle.refundSignUp(request.ip)
          if (error instanceof AccountError) return showForm({ errors: error.errors }, 400)
          throw error
        }
      },
      (notice) => showForm({ notice }, 429),
      () => logThrottled(request, tools, 'sign_up_throttled'),
    )
  })
}

interface Props {
  email: string
  errors?: FieldErrors
  notice?: string
}

function SignUp({ email, errors = {}, notice }: Props) {
  return (
    <Page title="Create an account" part={keysPage}>
      <h1>Create an account</h1>
      <p>
        You need an account only for API keys. You sign in with your e-mail address; we never send
        e-mail.
      </p>
      <Form action="/signup" submit="Create account" notice={notice}>
        <EmailField value={email} errors={errors} />
        <NewPasswordField errors={errors} />
      </Form>
      <p>
        Already have an account? <a href="/login">Sign in</a>.
      </p>
    </Page>
  )
}
