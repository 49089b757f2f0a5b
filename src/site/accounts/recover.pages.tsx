import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { AccountError } from '../../access/accounts/account-error.ts'
import type { Recovered } from '../../access/accounts/accounts.ts'
import { parseEmail } from '../../access/accounts/email.ts'
import { pathIn } from '../address.ts'
import {
  EmailField,
  errorTexts,
  Field,
  type FieldErrors,
  Form,
  fieldOf,
  NewPasswordField,
  RecoveryCode,
} from '../fields.tsx'
import { Page } from '../layout.tsx'
import type { SiteLocale } from '../locale.ts'
import { OperatorLink } from '../operator.tsx'
import { Phrase } from '../phrase.tsx'
import { sendPage } from '../send-page.ts'
import type { PageTools } from '../tools.ts'
import { logAccountEvent, logThrottled } from './account-log.ts'
import { attemptOf } from './browser.ts'
import { rejectInsecure } from './closed.ts'
import { orThrottledForm, refundOnFailure, rejectIfThrottled } from './throttling.ts'

const page = '/recover'

/** `/recover`: sets a new password with a recovery code. */
export const recover: FastifyPluginAsync<PageTools> = async (site, tools) => {
  const { accounts, throttle, config, locale } = tools
  const words = locale.words.accounts
  const view = { locale, siteUrl: config.siteUrl }
  rejectInsecure(site, tools)

  site.get(page, (_request, reply) => sendPage(reply, <Recover {...view} email="" />))

  site.post(page, async (request, reply) => {
    const typed = fieldOf(request, 'email')
    const form = {
      code: fieldOf(request, 'recovery_code'),
      password: fieldOf(request, 'password'),
    }
    const showForm = (shown: { errors?: FieldErrors; notice?: string }, status: number) =>
      sendPage(reply, <Recover {...view} email={typed} {...shown} />, status)
    const email = parseEmail(typed)
    if (email === undefined) return showForm({ errors: { email: words.errors.email_invalid } }, 400)
    const attempt = attemptOf(request, email, tools)
    const work = async () => {
      rejectIfThrottled(reply, await throttle.recovery(request.ip))
      const refund = () => throttle.refundRecovery(request.ip)
      try {
        const result = await refundOnFailure(reply, () => accounts.recover(form, attempt), refund)
        logOutcome(request, tools, { result, email })
        if ('error' in result)
          return showForm({ errors: { recovery_code: words.recover.wrong } }, 401)
        await throttle.recordRecovery(attempt)
        return sendPage(reply, <PasswordSet locale={locale} code={result.code} />)
      } catch (error) {
        if (!(error instanceof AccountError)) throw error
        // The new password is checked before the code, so the attempt says nothing about the code.
        await refund()
        return showForm({ errors: errorTexts(error, locale) }, 400)
      }
    }
    return orThrottledForm(
      work,
      (notice) => showForm({ notice }, 429),
      () => logThrottled(request, tools, 'recovery_throttled', email),
    )
  })
}

function logOutcome(
  request: FastifyRequest,
  tools: PageTools,
  { result, email }: { result: Recovered; email: string },
): void {
  const event = 'error' in result ? 'recovery_failed' : 'password_recovered'
  logAccountEvent(request, tools, { event, account: result.accountId, email })
}

interface Props {
  locale: SiteLocale
  siteUrl: string
  email: string
  errors?: FieldErrors
  notice?: string
}

function Recover({ locale, siteUrl, email, errors = {}, notice }: Props) {
  const { recover: words, fields } = locale.words.accounts
  return (
    <Page title={words.title} locale={locale} address={{ siteUrl, path: page }}>
      <h1>{words.title}</h1>
      <p>
        <Phrase text={words.lead} values={{ operator: <OperatorLink /> }} />
      </p>
      <Form action={page} submit={words.submit} notice={notice}>
        <EmailField value={email} errors={errors} />
        <Field name="recovery_code" label={fields.recoveryCode} errors={errors} />
        <NewPasswordField label={fields.newPassword} errors={errors} />
      </Form>
    </Page>
  )
}

function PasswordSet({ locale, code }: Pick<Props, 'locale'> & { code: string }) {
  const { recover: words, signUp } = locale.words.accounts
  const link = <a href={pathIn(locale, '/login')}>{signUp.signIn}</a>
  return (
    <Page title={words.setTitle} locale={locale} switchTo={page}>
      <h1>{words.setHeading}</h1>
      <p>{words.replaced}</p>
      <RecoveryCode code={code} />
      <p>
        <Phrase text={words.saved} values={{ link }} />
      </p>
    </Page>
  )
}
