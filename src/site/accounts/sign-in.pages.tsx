import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { invalidEmail } from '../../access/accounts/accounts.ts'
import { parseEmail } from '../../access/accounts/email.ts'
import type { Face } from '../face.tsx'
import { EmailField, type FieldErrors, Form, fieldOf, Notice, PasswordField } from '../fields.tsx'
import { Page } from '../layout.tsx'
import { OperatorLink, operatorIn } from '../operator.tsx'
import { sendPage } from '../send-page.ts'
import type { SiteConfig, SiteTools } from '../tools.ts'
import { logAccountEvent, logThrottled } from './account-log.ts'
import { attemptOf, signBrowserIn, signBrowserOut, visitorOf } from './browser.ts'
import { rejectInsecure } from './closed.ts'
import { orThrottledForm, refundOnFailure, rejectIfThrottled } from './throttling.ts'

const keysPage = '/settings/api-keys'

interface View {
  email: string
  next: string
  errors?: FieldErrors
  notice?: string
  /** Confirms the previous action. */
  done?: string | undefined
  status?: number
}

/** `/login` and `/logout`. */
export const signIn: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const { config } = tools
  rejectInsecure(site, tools)

  site.get('/login', async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const next = settingsPage(query.next)
    if ((await visitorOf(request, tools)) !== undefined) return reply.redirect(next, 303)
    return sendSignIn(reply, config, { email: '', next, done: confirmations.get(query.done) })
  })

  site.post('/login', async (request, reply) => {
    const typed = fieldOf(request, 'email')
    const password = fieldOf(request, 'password')
    const next = settingsPage(fieldOf(request, 'next'))
    const showForm = (shown: Omit<View, 'email' | 'next'>) =>
      sendSignIn(reply, config, { email: typed, next, ...shown })
    // An invalid e-mail address is neither counted nor looked up.
    const email = parseEmail(typed)
    const errors = typingErrors(typed, email, password)
    if (email === undefined || Object.keys(errors).length > 0)
      return showForm({ errors, status: 400 })
    return orThrottledForm(
      async () => {
        const outcome = await trySignIn(request, reply, { email, password }, tools)
        const isSignedIn = 'token' in outcome
        const event = isSignedIn ? 'sign_in' : 'sign_in_failed'
        logAccountEvent(request, tools, { event, account: outcome.accountId, email })
        if (!isSignedIn && outcome.error === 'wrong')
          return showForm({ errors: wrong, status: 401 })
        if (!isSignedIn) return showForm({ errors: disabled(site.face.current), status: 403 })
        await signBrowserIn(request, reply, { token: outcome.token, email }, tools)
        return reply.redirect(next, 303)
      },
      (notice) => showForm({ notice, status: 429 }),
      () => logThrottled(request, tools, 'sign_in_throttled', email),
    )
  })

  site.post('/logout', async (request, reply) => {
    const visitor = await visitorOf(request, tools)
    await signBrowserOut(request, reply, tools)
    if (visitor !== undefined)
      logAccountEvent(request, tools, { event: 'sign_out', account: visitor.accountId })
    return reply.redirect('/login?done=signed-out', 303)
  })
}

/** Confirmations by the parameter `done`: fixed texts, so that a link cannot show any other. */
const confirmations = new Map<unknown, string>([
  [
    'reset',
    'Your password is set. Sign in with it. Your old recovery code no longer works: create one under Account.',
  ],
  ['signed-out', 'You are signed out.'],
])

const wrong = { password: 'The e-mail address or the password is wrong.' }
const disabled = (face: Face): FieldErrors => ({
  email: `This account is disabled. Ask ${operatorIn(face)} to enable it.`,
})

async function trySignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
  tools: SiteTools,
) {
  const { accounts, throttle } = tools
  const attempt = attemptOf(request, email, tools)
  rejectIfThrottled(reply, await throttle.attempt(attempt))
  const agent = request.headers['user-agent']
  const outcome = await refundOnFailure(
    reply,
    () => accounts.signIn(password, attempt, agent),
    () => throttle.refund(attempt),
  )
  if ('token' in outcome || outcome.error === 'disabled') await throttle.recordSuccess(attempt)
  return outcome
}

function typingErrors(typed: string, email: string | undefined, password: string): FieldErrors {
  const emailError =
    typed.trim() === '' ? 'Enter the e-mail address of your account.' : invalidEmail
  return {
    ...(email === undefined ? { email: emailError } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  }
}

// Only settings pages, so that a link to the sign-in page cannot redirect elsewhere.
function settingsPage(next: unknown): string {
  return typeof next === 'string' && /^\/settings\/[a-z-]+$/.test(next) ? next : keysPage
}

export function sendSignIn(
  reply: FastifyReply,
  config: SiteConfig,
  { status = 200, ...shown }: View,
): FastifyReply {
  return sendPage(reply, <SignIn {...shown} signups={config.signups} />, status)
}

type Props = Omit<View, 'status'> & Pick<SiteConfig, 'signups'>

function SignIn({ email, next, errors = {}, notice, done, signups }: Props) {
  return (
    <Page title="Sign in" part={keysPage}>
      <h1>Sign in</h1>
      {done !== undefined && <Notice text={done} />}
      <Form action="/login" submit="Sign in" notice={notice}>
        <EmailField value={email} errors={errors} />
        <PasswordField errors={errors} />
        <input type="hidden" name="next" value={next} />
      </Form>
      {signups === 'open' && (
        <p>
          No account yet? <a href="/signup">Create one</a>.
        </p>
      )}
      <p>
        Forgot your password? Use your <a href="/recover">recovery code</a>, or ask <OperatorLink />{' '}
        for a reset link.
      </p>
    </Page>
  )
}
