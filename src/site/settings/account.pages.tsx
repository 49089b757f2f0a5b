import Bowser from 'bowser'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AccountError, WrongPassword } from '../../access/accounts/account-error.ts'
import type { SessionRow } from '../../access/sessions/queries.ts'
import type { Attempt } from '../../access/throttle.ts'
import { logAccountEvent, logThrottled } from '../accounts/account-log.ts'
import {
  attemptOf,
  carryRecoveryCode,
  signBrowserIn,
  signBrowserOut,
  takeRecoveryCode,
} from '../accounts/browser.ts'
import { orThrottledForm, refundOnFailure, rejectIfThrottled } from '../accounts/throttling.ts'
import { PageError } from '../error-pages.tsx'
import {
  ButtonForm,
  type FieldErrors,
  Form,
  fieldOf,
  NewPasswordField,
  Notice,
  PasswordField,
  RecoveryCode,
} from '../fields.tsx'
import { Page } from '../layout.tsx'
import { sendPage } from '../send-page.ts'
import type { SiteTools } from '../tools.ts'
import { requireVisitor, SettingsPage, UtcTime } from './settings-page.tsx'

const page = '/settings/account'

/** `/settings/account`: password, recovery code, sessions, deletion. */
export const account: FastifyPluginAsync<SiteTools> = async (site, tools) => {
  const { accounts, sessions } = tools
  requireVisitor(site, tools)

  site.get<{ Querystring: { changed?: string } }>(page, async (request, reply) => {
    if (request.query.changed !== 'password') return send(request, reply, tools)
    const code = await takeRecoveryCode(request, reply, tools)
    const notice = passwordChanged + (code === undefined ? '' : codeReplaced)
    return send(request, reply, tools, { notice, ...(code !== undefined && { code }) })
  })

  // Fields are read first, so that an invalid form does not count as a wrong password.
  site.post(`${page}/password`, async (request, reply) => {
    const form = {
      current: fieldOf(request, 'current_password'),
      next: fieldOf(request, 'new_password'),
    }
    return withPassword(request, reply, tools, async (attempt) => {
      const userAgent = request.headers['user-agent']
      const browser = { attempt, userAgent }
      const { token, code } = await accounts.changePassword(request.visitor, form, browser)
      if (code !== undefined) carryRecoveryCode(reply, code, tools)
      await signBrowserIn(request, reply, { token, email: request.visitor.email }, tools)
      const { accountId } = request.visitor
      logAccountEvent(request, tools, { event: 'password_changed', account: accountId })
      return reply.redirect(`${page}?changed=password`, 303)
    })
  })

  site.post(`${page}/delete`, async (request, reply) => {
    const password = fieldOf(request, 'password')
    return withPassword(request, reply, tools, async (attempt) => {
      await accounts.delete(request.visitor, password, attempt)
      const { accountId } = request.visitor
      logAccountEvent(request, tools, { event: 'account_deleted', account: accountId })
      await signBrowserOut(request, reply, tools)
      // Not a redirect: anyone could be sent a link to a page that says their account is deleted.
      return sendPage(reply, <Deleted />)
    })
  })

  site.post(`${page}/recovery-code`, async (request, reply) => {
    const field = 'recovery_password'
    const typed = { field, password: fieldOf(request, field) }
    return withPassword(request, reply, tools, async (attempt) => {
      const code = await accounts.replaceRecoveryCode(request.visitor, typed, attempt)
      const { accountId } = request.visitor
      logAccountEvent(request, tools, { event: 'recovery_code_created', account: accountId })
      return send(request, reply, tools, { code })
    })
  })

  site.post<{ Params: { id: string } }>(`${page}/sessions/:id/end`, async (request, reply) => {
    const ended = await sessions.end(request.visitor.accountId, request.params.id)
    if (!ended) throw new PageError(404, 'Session not found', 'It may have ended already.')
    return reply.redirect(page, 303)
  })

  site.post(`${page}/sessions/end-others`, async (request, reply) => {
    await sessions.endOthers(request.visitor)
    return reply.redirect(page, 303)
  })
}

interface View {
  status?: number
  errors?: FieldErrors
  notice?: string
  /** A recovery code that was just created. */
  code?: string
}

const passwordChanged =
  'Your password is changed. All other browsers are signed out; your keys keep working.'
const codeReplaced = ' A new recovery code replaces your old one.'

/** Runs `work`, which checks the password, under the limits of sign-in. */
async function withPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: SiteTools,
  work: (attempt: Attempt) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { throttle } = tools
  const attempt = attemptOf(request, request.visitor.email, tools)
  const guarded = async () => {
    rejectIfThrottled(reply, await throttle.attempt(attempt))
    try {
      const response = await refundOnFailure(
        reply,
        () => work(attempt),
        () => throttle.refund(attempt),
      )
      await throttle.recordSuccess(attempt)
      return response
    } catch (error) {
      if (!(error instanceof AccountError)) throw error
      const { errors } = error
      if (error instanceof WrongPassword)
        return send(request, reply, tools, { errors, status: 401 })
      await throttle.recordSuccess(attempt)
      return send(request, reply, tools, { errors, status: 400 })
    }
  }
  return orThrottledForm(
    guarded,
    (notice) => send(request, reply, tools, { notice, status: 429 }),
    () => logThrottled(request, tools, 'sign_in_throttled', request.visitor.email),
  )
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions, accounts }: SiteTools,
  { status = 200, errors = {}, ...more }: View = {},
): Promise<FastifyReply> {
  const { visitor } = request
  const rows = await sessions.list(visitor.accountId)
  const hasCode = await accounts.hasRecoveryCode(visitor)
  const view = { email: visitor.email, sessions: rows, current: visitor.id, errors, hasCode }
  return sendPage(reply, <Account {...view} {...more} />, status)
}

interface Props {
  email: string
  sessions: readonly SessionRow[]
  /** Id of the session of this browser. */
  current: string
  errors: FieldErrors
  notice?: string
  hasCode: boolean
  /** A recovery code that was just created. */
  code?: string
}

function Account({ email, sessions, current, errors, notice, hasCode, code }: Props) {
  return (
    <SettingsPage title="Account" path="/settings/account" email={email}>
      {notice !== undefined && <Notice text={notice} />}
      {code !== undefined && <RecoveryCode code={code} />}
      <PasswordForm errors={errors} />
      <RecoveryForm errors={errors} hasCode={hasCode} />
      <SessionList sessions={sessions} current={current} />
      <DeletionForm errors={errors} />
    </SettingsPage>
  )
}

function PasswordForm({ errors }: { errors: FieldErrors }) {
  return (
    <section>
      <h2>Change password</h2>
      <p>
        This signs you out in all other browsers. Your API keys keep working. If you have a recovery
        code, a new one replaces it.
      </p>
      <Form action="/settings/account/password" submit="Change password">
        <PasswordField name="current_password" label="Current password" errors={errors} />
        <NewPasswordField name="new_password" label="New password" errors={errors} />
      </Form>
    </section>
  )
}

function RecoveryForm({ errors, hasCode }: Pick<Props, 'errors' | 'hasCode'>) {
  return (
    <section>
      <h2>Recovery code</h2>
      <p>
        {hasCode
          ? 'You have a recovery code. A new one replaces it.'
          : 'You have no recovery code. With one you can choose a new password if you forget yours.'}
      </p>
      <details open={errors.recovery_password !== undefined}>
        <summary>{hasCode ? 'Replace the code' : 'Create a code'}</summary>
        <Form action="/settings/account/recovery-code" submit="Create recovery code">
          <PasswordField name="recovery_password" errors={errors} />
        </Form>
      </details>
    </section>
  )
}

function SessionList({ sessions, current }: Pick<Props, 'sessions' | 'current'>) {
  return (
    <section>
      <h2>Where you are signed in</h2>
      <ul class="cards">
        {sessions.map((session) => (
          <li class="card" key={session.id}>
            <p>
              {browserName(session.user_agent)}
              {session.id === current && <strong> (this browser)</strong>}
            </p>
            <p class="quiet">
              Signed in <UtcTime at={session.created_at} />, last seen{' '}
              <UtcTime at={session.last_seen_at} />
            </p>
            {session.id !== current && (
              <ButtonForm
                action={`/settings/account/sessions/${session.id}/end`}
                submit="Sign out"
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <ButtonForm action="/settings/account/sessions/end-others" submit="Sign out all others" />
      )}
    </section>
  )
}

function DeletionForm({ errors }: { errors: FieldErrors }) {
  return (
    <section>
      <h2>Delete account</h2>
      <details open={errors.password !== undefined}>
        <summary>Delete my account…</summary>
        <p>
          Your account, its keys and their usage data are deleted immediately. This cannot be
          undone. Programs that use the keys stop working.
        </p>
        <Form action="/settings/account/delete" submit="Delete account" danger>
          <PasswordField errors={errors} />
        </Form>
      </details>
    </section>
  )
}

function Deleted() {
  return (
    <Page title="Account deleted">
      <h1>Your account is deleted</h1>
      <p>Its keys no longer work, and you are signed out in every browser.</p>
      <p>
        <a href="/">Back to the home page</a>
      </p>
    </Page>
  )
}

/** `Firefox on Linux` */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown browser'
  const { browser, os } = Bowser.parse(userAgent)
  if (browser.name === undefined || browser.name === '') return userAgent
  return os.name === undefined ? browser.name : `${browser.name} on ${os.name}`
}
