import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { parseEmail } from '../../access/accounts/email.ts'
import { pathIn } from '../address.ts'
import { EmailField, type FieldErrors, Form, fieldOf, Notice, PasswordField } from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { OperatorLink, operatorIn } from '../operator.tsx'
import { Phrase } from '../phrase.tsx'
import { sendPage } from '../send-page.ts'
import type { PageTools, SiteConfig } from '../tools.ts'
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
export const signIn: FastifyPluginAsync<PageTools> = async (site, tools) => {
  const { locale } = tools
  const words = locale.words.accounts.signIn
  const confirmations = confirmationsIn(locale)
  rejectInsecure(site, tools)

  site.get('/login', async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const next = settingsPage(query.next, locale)
    if ((await visitorOf(request, tools)) !== undefined) return reply.redirect(next, 303)
    return sendSignIn(reply, tools, { email: '', next, done: confirmations.get(query.done) })
  })

  site.post('/login', async (request, reply) => {
    const typed = fieldOf(request, 'email')
    const password = fieldOf(request, 'password')
    const next = settingsPage(fieldOf(request, 'next'), locale)
    const showForm = (shown: Omit<View, 'email' | 'next'>) =>
      sendSignIn(reply, tools, { email: typed, next, ...shown })
    // An invalid e-mail address is neither counted nor looked up.
    const email = parseEmail(typed)
    const errors = typingErrors({ typed, email, password }, locale)
    if (email === undefined || Object.keys(errors).length > 0)
      return showForm({ errors, status: 400 })
    return orThrottledForm(
      async () => {
        const outcome = await trySignIn(request, reply, { email, password }, tools)
        const isSignedIn = 'token' in outcome
        const event = isSignedIn ? 'sign_in' : 'sign_in_failed'
        logAccountEvent(request, tools, { event, account: outcome.accountId, email })
        if (!isSignedIn && outcome.error === 'wrong')
          return showForm({ errors: { password: words.wrong }, status: 401 })
        const disabled = words.disabled(operatorIn(site.face.current, locale))
        if (!isSignedIn) return showForm({ errors: { email: disabled }, status: 403 })
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
    return reply.redirect(`${pathIn(locale, '/login')}?done=signed-out`, 303)
  })
}

/** Confirmations by the parameter `done`: fixed texts, so that a link cannot show any other. */
const confirmationsIn = ({ words: { accounts } }: SiteLocale) =>
  new Map<unknown, string>([
    ['reset', accounts.signIn.reset],
    ['signed-out', accounts.signIn.signedOut],
  ])

async function trySignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
  tools: PageTools,
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

interface Typed {
  typed: string
  email: string | undefined
  password: string
}

function typingErrors({ typed, email, password }: Typed, { words }: SiteLocale): FieldErrors {
  const { errors, signIn } = words.accounts
  const emailError = typed.trim() === '' ? signIn.noEmail : errors.email_invalid
  return {
    ...(email === undefined ? { email: emailError } : {}),
    ...(password === '' ? { password: signIn.noPassword } : {}),
  }
}

// Only settings pages in the same language, so that a link to the sign-in page cannot redirect elsewhere.
function settingsPage(next: unknown, locale: SiteLocale): string {
  const settings = pathIn(locale, '/settings/')
  const isOwn =
    typeof next === 'string' &&
    next.startsWith(settings) &&
    /^[a-z-]+$/.test(next.slice(settings.length))
  return isOwn ? next : pathIn(locale, keysPage)
}

export function sendSignIn(
  reply: FastifyReply,
  { config, locale }: Pick<PageTools, 'config' | 'locale'>,
  { status = 200, ...shown }: View,
): FastifyReply {
  return sendPage(reply, <SignIn {...shown} {...{ config, locale }} />, status)
}

interface Props extends Omit<View, 'status'> {
  config: SiteConfig
  locale: SiteLocale
}

function SignIn({ email, next, errors = {}, notice, done, config, locale }: Props) {
  const words = locale.words.accounts.signIn
  const { siteUrl, signups } = config
  const create = <a href={pathIn(locale, '/signup')}>{words.create}</a>
  const code = <a href={pathIn(locale, '/recover')}>{words.code}</a>
  return (
    <Page title={words.title} part={keysPage} locale={locale} address={{ siteUrl, path: '/login' }}>
      <h1>{words.title}</h1>
      {done !== undefined && <Notice text={done} />}
      <Form action="/login" submit={words.submit} notice={notice}>
        <EmailField value={email} errors={errors} />
        <PasswordField errors={errors} />
        <input type="hidden" name="next" value={next} />
      </Form>
      {signups === 'open' && (
        <p>
          <Phrase text={words.noAccount} values={{ link: create }} />
        </p>
      )}
      <p>
        <Phrase text={words.forgot} values={{ code, operator: <OperatorLink /> }} />
      </p>
    </Page>
  )
}
