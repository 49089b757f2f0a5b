import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { AccountError } from '../../access/accounts/account-error.ts'
import type { Recovered } from '../../access/accounts/accounts.ts'
import { invalidEmail } from '../../access/accounts/accounts.ts'
import { parseEmail } from '../../access/accounts/email.ts'
import {
  EmailField,
  Field,
  type FieldErrors,
  Form,
  fieldOf,
  NewPasswordField,
  RecoveryCode,
} from '../fields.tsx'
import { Page } from '../layout.tsx'
import { OperatorLink } from '../operator.tsx'
import { sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { logAccountEvent, logThrottled } from './account-log.ts'
import { attemptOf } from './browser.ts'
import { rejectInsecure } from './closed.ts'
import { orThrottledForm, refundOnFailure, rejectIfThrottled } from './throttling.ts'

const page = '/recover'
const wrong = { recovery_code: 'The e-mail address or the recovery code is wrong.' }

/** `/recover`: sets a new password with a recovery code. */
export const recover: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const { accounts, throttle } = tools
  rejectInsecure(site, tools)

  site.get(page, (_request, reply) => sendPage(reply, <Recover email="" />))

  site.post(page, async (request, reply) => {
    const typed = fieldOf(request, 'email')
    const form = {
      code: fieldOf(request, 'recovery_code'),
      password: fieldOf(request, 'password'),
    }
    const showForm = (shown: { errors?: FieldErrors; notice?: string }, status: number) =>
      sendPage(reply, <Recover email={typed} {...shown} />, status)
    const email = parseEmail(typed)
    if (email === undefined) return showForm({ errors: { email: invalidEmail } }, 400)
    const attempt = attemptOf(request, email, tools)
    const work = async () => {
      rejectIfThrottled(reply, await throttle.recovery(request.ip))
      const refund = () => throttle.refundRecovery(request.ip)
      try {
        const result = await refundOnFailure(reply, () => accounts.recover(form, attempt), refund)
        logOutcome(request, tools, { result, email })
        if ('error' in result) return showForm({ errors: wrong }, 401)
        await throttle.recordRecovery(attempt)
        return sendPage(reply, <PasswordSet code={result.code} />)
      } catch (error) {
        if (!(error instanceof AccountError)) throw error
        // The new password is checked before the code, so the attempt says nothing about the code.
        await refund()
        return showForm({ errors: error.errors }, 400)
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
  tools: SiteTools,
  { result, email }: { result: Recovered; email: string },
): void {
  const event = 'error' in result ? 'recovery_failed' : 'password_recovered'
  logAccountEvent(request, tools, { event, account: result.accountId, email })
}

interface Props {
  email: string
  errors?: FieldErrors
  notice?: string
}

function Recover({ email, errors = {}, notice }: Props) {
  return (
    <Page title="Choose a new password">
      <h1>Choose a new password</h1>
      <p>
        Enter the recovery code that you saved when you signed up. This signs you out in every
        browser; your API keys keep working. No code? Ask <OperatorLink /> for a reset link.
      </p>
      <Form action={page} submit="Set password" notice={notice}>
        <EmailField value={email} errors={errors} />
        <Field name="recovery_code" label="Recovery code" errors={errors} />
        <NewPasswordField label="New password" errors={errors} />
      </Form>
    </Page>
  )
}

function PasswordSet({ code }: { code: string }) {
  return (
    <Page title="Password set">
      <h1>Your password is set</h1>
      <p>The recovery code that you used no longer works. This one replaces it.</p>
      <RecoveryCode code={code} />
      <p>
        Saved? <a href="/login">Sign in</a>.
      </p>
    </Page>
  )
}
