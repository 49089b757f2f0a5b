import Bowser from 'bowser'
import type { SessionRow } from '../../access/sessions/queries.ts'
import type { FieldErrors } from '../fields.tsx'
import {
  ButtonForm,
  Form,
  NewPasswordField,
  Notice,
  PasswordField,
  RecoveryCode,
} from '../fields.tsx'
import { Page } from '../layout.tsx'
import { SettingsPage, UtcTime } from './settings-page.tsx'

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

export function Account({ email, sessions, current, errors, notice, hasCode, code }: Props) {
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

export function Deleted() {
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
