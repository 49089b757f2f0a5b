import type { FastifyPluginAsync } from 'fastify'
import { AccountError, EmailTaken } from '../../access/accounts/account-error.ts'
import { pathIn } from '../address.ts'
import {
  EmailField,
  errorTexts,
  type FieldErrors,
  Form,
  fieldOf,
  NewPasswordField,
} from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
import { sendPage } from '../send-page.ts'
import { WhyAKey } from '../settings/why-a-key.tsx'
import type { PageTools, SiteConfig } from '../tools.ts'
import { logAccountEvent, logThrottled } from './account-log.ts'
import { carryRecoveryCode, signBrowserIn, visitorOf } from './browser.ts'
import { rejectClosedSignUps, rejectInsecure } from './closed.ts'
import { orThrottledForm, refundOnFailure, rejectIfThrottled } from './throttling.ts'

const keysPage = '/settings/api-keys'

/** `/signup`: creates an account and signs it in. */
export const signUp: FastifyPluginAsync<PageTools> = async (site, tools) => {
  const { accounts, throttle, config, locale } = tools
  const keysPath = pathIn(locale, keysPage)
  const view = { locale, config }
  rejectInsecure(site, tools)
  site.addHook('onRequest', async () => rejectClosedSignUps(config, site.face.current, locale))

  site.get('/signup', async (request, reply) => {
    if ((await visitorOf(request, tools)) !== undefined) return reply.redirect(keysPath, 303)
    return sendPage(reply, <SignUp {...view} email="" />)
  })

  site.post('/signup', async (request, reply) => {
    const form = { email: fieldOf(request, 'email'), password: fieldOf(request, 'password') }
    const showForm = (shown: { errors?: FieldErrors; notice?: string }, status: number) =>
      sendPage(reply, <SignUp {...view} email={form.email} {...shown} />, status)
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
          return reply.redirect(keysPath, 303)
        } catch (error) {
          // A taken e-mail address stays counted: many of them are an attempt to find accounts.
          if (!(error instanceof EmailTaken)) await throttle.refundSignUp(request.ip)
          if (error instanceof AccountError)
            return showForm({ errors: errorTexts(error, locale) }, 400)
          throw error
        }
      },
      (notice) => showForm({ notice }, 429),
      () => logThrottled(request, tools, 'sign_up_throttled'),
    )
  })
}

interface Props {
  locale: SiteLocale
  config: SiteConfig
  email: string
  errors?: FieldErrors
  notice?: string
}

function SignUp({ locale, config, email, errors = {}, notice }: Props) {
  const words = locale.words.accounts.signUp
  return (
    <Page
      title={words.title}
      part={keysPage}
      locale={locale}
      address={{ siteUrl: config.siteUrl, path: '/signup' }}
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <div class="beside">
        <div>
          <Form action="/signup" submit={words.submit} notice={notice}>
            <EmailField value={email} errors={errors} />
            <NewPasswordField errors={errors} />
          </Form>
          <p>
            <Phrase
              text={words.already}
              values={{ link: <a href={pathIn(locale, '/login')}>{words.signIn}</a> }}
            />
          </p>
        </div>
        <WhyAKey config={config} />
      </div>
    </Page>
  )
}
