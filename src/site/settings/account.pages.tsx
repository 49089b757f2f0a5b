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
import { pathIn } from '../address.ts'
import { PageError } from '../error-pages.tsx'
import {
  ButtonForm,
  errorTexts,
  type FieldErrors,
  Form,
  fieldOf,
  NewPasswordField,
  Notice,
  PasswordField,
  RecoveryCode,
} from '../fields.tsx'
import { HomeLink } from '../header.tsx'
import { Page } from '../layout.tsx'
import { type SiteLocale, useSiteLocale } from '../locale.ts'
import { Phrase } from '../phrase.tsx'
import { sendPage } from '../send-page.ts'
import type { PageTools } from '../tools.ts'
import { accountPage, requireVisitor, SettingsPage, UtcTime } from './settings-page.tsx'

const page = accountPage

/** `/settings/account`: password, recovery code, sessions, deletion. */
export const account: FastifyPluginAsync<PageTools> = async (site, tools) => {
  const { accounts, sessions, locale } = tools
  const words = locale.words.accounts.account
  const ownPath = pathIn(locale, page)
  requireVisitor(site, tools)

  site.get<{ Querystring: { changed?: string } }>(page, async (request, reply) => {
    if (request.query.changed !== 'password') return send(request, reply, tools)
    const code = await takeRecoveryCode(request, reply, tools)
    if (code === undefined) return send(request, reply, tools, { notice: words.passwordChanged })
    return send(request, reply, tools, {
      notice: `${words.passwordChanged} ${words.codeReplaced}`,
      code,
    })
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
      return reply.redirect(`${ownPath}?changed=password`, 303)
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
      return sendPage(reply, <Deleted locale={locale} />)
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
    if (!ended) throw new PageError(404, words.sessionNotFound, words.sessionNotFoundText)
    return reply.redirect(ownPath, 303)
  })

  site.post(`${page}/sessions/end-others`, async (request, reply) => {
    await sessions.endOthers(request.visitor)
    return reply.redirect(ownPath, 303)
  })
}

interface View {
  status?: number
  errors?: FieldErrors
  notice?: string
  /** A recovery code that was just created. */
  code?: string
}

/** Runs `work`, which checks the password, under the limits of sign-in. */
async function withPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: PageTools,
  work: (attempt: Attempt) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { throttle, locale } = tools
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
      const errors = errorTexts(error, locale)
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
  { sessions, accounts, locale }: PageTools,
  { status = 200, errors = {}, ...more }: View = {},
): Promise<FastifyReply> {
  const { visitor } = request
  const rows = await sessions.list(visitor.accountId)
  const hasCode = await accounts.hasRecoveryCode(visitor)
  const view = { email: visitor.email, sessions: rows, current: visitor.id, errors, hasCode }
  return sendPage(reply, <Account {...view} {...more} locale={locale} />, status)
}

interface Props {
  locale: SiteLocale
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

function Account({ locale, email, sessions, current, errors, notice, hasCode, code }: Props) {
  return (
    <SettingsPage locale={locale} path={page} email={email}>
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
  const { account: words, fields } = useSiteLocale().words.accounts
  return (
    <section>
      <h2>{words.change}</h2>
      <p>{words.changeText}</p>
      <Form action={`${page}/password`} submit={words.change}>
        <PasswordField name="current_password" label={fields.currentPassword} errors={errors} />
        <NewPasswordField name="new_password" label={fields.newPassword} errors={errors} />
      </Form>
    </section>
  )
}

function RecoveryForm({ errors, hasCode }: Pick<Props, 'errors' | 'hasCode'>) {
  const { account: words, fields } = useSiteLocale().words.accounts
  return (
    <section>
      <h2>{fields.recoveryCode}</h2>
      <p>{hasCode ? words.hasCode : words.noCode}</p>
      <details open={errors.recovery_password !== undefined}>
        <summary>{hasCode ? words.replaceCode : words.addCode}</summary>
        <Form action={`${page}/recovery-code`} submit={words.createCode}>
          <PasswordField name="recovery_password" errors={errors} />
        </Form>
      </details>
    </section>
  )
}

function SessionList({ sessions, current }: Pick<Props, 'sessions' | 'current'>) {
  const locale = useSiteLocale()
  const words = locale.words.accounts.account
  return (
    <section>
      <h2>{words.sessions}</h2>
      <ul class="cards">
        {sessions.map((session) => (
          <li class="card" key={session.id}>
            <p>
              {browserName(session.user_agent, locale)}
              {session.id === current && <strong> {words.thisBrowser}</strong>}
            </p>
            <p class="quiet">
              <Phrase
                text={words.seen}
                values={{
                  start: <UtcTime at={session.created_at} />,
                  seen: <UtcTime at={session.last_seen_at} />,
                }}
              />
            </p>
            {session.id !== current && (
              <ButtonForm action={`${page}/sessions/${session.id}/end`} submit={words.end} />
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <ButtonForm action={`${page}/sessions/end-others`} submit={words.endOthers} />
      )}
    </section>
  )
}

function DeletionForm({ errors }: { errors: FieldErrors }) {
  const { account: words } = useSiteLocale().words.accounts
  return (
    <section>
      <h2>{words.delete}</h2>
      <details open={errors.password !== undefined}>
        <summary>{words.deleteMine}</summary>
        <p>{words.deleteText}</p>
        <Form action={`${page}/delete`} submit={words.delete} danger>
          <PasswordField errors={errors} />
        </Form>
      </details>
    </section>
  )
}

function Deleted({ locale }: Pick<Props, 'locale'>) {
  const { account: words } = locale.words.accounts
  return (
    <Page title={words.deleted} locale={locale} switchTo="/">
      <h1>{words.deletedHeading}</h1>
      <p>{words.deletedText}</p>
      <p>
        <HomeLink text={words.home} />
      </p>
    </Page>
  )
}

/** `Firefox on Linux` */
export function browserName(
  userAgent: string | null,
  { words: { accounts } }: Pick<SiteLocale, 'words'>,
): string {
  const { unknownBrowser, browserOn } = accounts.account
  if (userAgent === null || userAgent.trim() === '') return unknownBrowser
  const { browser, os } = Bowser.parse(userAgent)
  if (browser.name === undefined || browser.name === '') return userAgent
  return os.name === undefined ? browser.name : browserOn(browser.name, os.name)
}
