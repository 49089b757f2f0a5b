import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Field, Form } from '../fields.tsx'
import { type Faults, fieldOf } from '../form.ts'
import { Page } from '../layout.tsx'
import { sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { deviceOf, signBrowserIn, signBrowserOut, visitorOf } from './browser.ts'
import { refuseInsecure } from './closed.ts'
import { slowDown, unlessBusy } from './slow-down.ts'

const keysPage = '/settings/api-keys'

interface SignInForm {
  email: string
  password: string
  /** The page that was wanted before signing in. */
  next: string
}

/** `/login` and `/logout`. */
export const signIn: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  refuseInsecure(site, tools)

  site.get('/login', async (request, reply) => {
    const next = ownPage((request.query as Record<string, unknown>).next)
    if ((await visitorOf(request, tools)) !== undefined) return reply.redirect(next, 303)
    return sendPage(reply, <SignIn email="" next={next} faults={{}} />)
  })

  site.post('/login', async (request, reply) => {
    const form = {
      email: fieldOf(request, 'email'),
      password: fieldOf(request, 'password'),
      next: ownPage(fieldOf(request, 'next')),
    }
    const empty = emptyFields(form)
    if (Object.keys(empty).length > 0) return sendSignIn(reply, form, empty, 400)
    const outcome = await trySignIn(request, reply, form, tools)
    if (outcome === 'wrong') {
      const faults = { password: 'The e-mail address or the password is wrong.' }
      return sendSignIn(reply, form, faults, 401)
    }
    if (outcome === 'disabled') {
      const faults = { email: 'This account is disabled. Ask the operator of this service.' }
      return sendSignIn(reply, form, faults, 403)
    }
    await signBrowserIn(request, reply, { token: outcome.token, email: form.email }, tools)
    return reply.redirect(form.next, 303)
  })

  site.post('/logout', async (request, reply) => {
    await signBrowserOut(request, reply, tools)
    return reply.redirect('/', 303)
  })
}

async function trySignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: SignInForm,
  tools: SiteTools,
) {
  const { accounts, throttle } = tools
  const attempt = { email, address: request.ip, device: deviceOf(request, email, tools) }
  slowDown(reply, await throttle.attempt(attempt))
  const agent = request.headers['user-agent']
  const outcome = await unlessBusy(reply, () => accounts.signIn({ email, password }, agent))
  if (outcome !== 'wrong') await throttle.succeeded(attempt)
  return outcome
}

function emptyFields({ email, password }: SignInForm): Faults {
  return {
    ...(email.trim() === '' ? { email: 'Enter the e-mail address of your account.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  }
}

// Only pages behind signing in, so that nobody can be led elsewhere by a link to here.
function ownPage(next: unknown): string {
  return typeof next === 'string' && /^\/settings\/[a-z-]+$/.test(next) ? next : keysPage
}

/** The sign-in page, instead of one that only its owner may see. */
export function sendSignIn(
  reply: FastifyReply,
  { email, next }: Pick<SignInForm, 'email' | 'next'>,
  faults: Faults,
  status: number,
): FastifyReply {
  return sendPage(reply, <SignIn email={email} next={next} faults={faults} />, status)
}

function SignIn({ email, next, faults }: { email: string; next: string; faults: Faults }) {
  return (
    <Page title="Sign in" part={keysPage}>
      <h1>Sign in</h1>
      <Form action="/login" submit="Sign in">
        <Field
          name="email"
          label="E-mail address"
          type="email"
          value={email}
          faults={faults}
          autocomplete="username"
        />
        <Field
          name="password"
          label="Password"
          type="password"
          faults={faults}
          autocomplete="current-password"
        />
        <input type="hidden" name="next" value={next} />
      </Form>
      <p>
        No account yet? <a href="/signup">Make one</a>. Password forgotten? The operator of this
        service can give you a link to choose another.
      </p>
    </Page>
  )
}
