import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { AccountError } from '../access/accounts/account-error.ts'
import type { RawQuery } from '../http/query.ts'
import { localeOfPath, pathIn } from './address.ts'
import { PageError } from './error-pages.tsx'
import { type SiteLocale, useSiteLocale } from './locale.ts'

/** Errors by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>

/** The errors of a form in the language of its page. */
export function errorTexts(
  { errors }: Pick<AccountError, 'errors'>,
  { words }: Pick<SiteLocale, 'words'>,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, code]) => [field, words.accounts.errors[code]]),
  )
}

interface FieldProps {
  name: string
  label: string
  errors: FieldErrors
  type?: 'text' | 'email' | 'password'
  /** What was typed before; never a password. */
  value?: string | undefined
  hint?: string
  autocomplete?: string
}

/** A text field with its label and error. */
export function Field({ name, label, errors, type = 'text', ...more }: FieldProps) {
  const error = errors[name]
  const { value, hint, autocomplete = 'off' } = more
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
      <input
        id={name}
        name={name}
        // Preact types each kind of input separately.
        type={type as 'text'}
        value={value}
        autocomplete={autocomplete}
        required
        autofocus={error !== undefined && Object.keys(errors)[0] === name}
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={described === '' ? undefined : described}
      />
    </div>
  )
}

interface NamedProps {
  errors: FieldErrors
  name?: string
  label?: string
}

/** The e-mail address of an account; browsers save it as the user name. */
export function EmailField({ value, errors }: { value: string; errors: FieldErrors }) {
  const { fields } = useSiteLocale().words.accounts
  return (
    <Field
      name="email"
      label={fields.email}
      type="email"
      value={value}
      errors={errors}
      autocomplete="username"
    />
  )
}

export function PasswordField({ name = 'password', label, errors }: NamedProps) {
  const { fields } = useSiteLocale().words.accounts
  return (
    <Field
      name={name}
      label={label ?? fields.password}
      type="password"
      errors={errors}
      autocomplete="current-password"
    />
  )
}

export function NewPasswordField({ name = 'password', label, errors }: NamedProps) {
  const { fields } = useSiteLocale().words.accounts
  return (
    <Field
      name={name}
      label={label ?? fields.password}
      type="password"
      hint={fields.passwordHint}
      errors={errors}
      autocomplete="new-password"
    />
  )
}

interface FormProps {
  /** A path without the prefix of the language. */
  action: string
  submit: string
  /** Marks a button that deletes something. */
  danger?: boolean
  /** An error of the whole form. */
  notice?: string | undefined
  children?: ComponentChildren
}

/** A form with fields, validated by the server only. */
export function Form({ action, submit, danger = false, notice, children }: FormProps) {
  return (
    <form class="fields" method="post" action={pathIn(useSiteLocale(), action)} noValidate>
      {notice !== undefined && (
        <p class="notice bad" role="alert">
          {notice}
        </p>
      )}
      {children}
      <button type="submit" class={danger ? 'danger' : undefined}>
        {submit}
      </button>
    </form>
  )
}

/** Confirms what was done; screen readers announce it. */
export function Notice({ text }: { text: string }) {
  return (
    <p class="notice" role="status">
      {text}
    </p>
  )
}

export function RecoveryCode({ code }: { code: string }) {
  const words = useSiteLocale().words.accounts.recoveryCode
  return (
    <section class="notice" aria-labelledby="recovery">
      <h2 id="recovery">{words.heading}</h2>
      <p>
        <strong>{words.save}</strong> {words.text}
      </p>
      <code class="key" id="recovery-code" data-copy={words.copy}>
        {code}
      </code>
    </section>
  )
}

/** A form that is only a button. */
export function ButtonForm({ action, submit, danger }: Omit<FormProps, 'children' | 'notice'>) {
  return (
    <form method="post" action={pathIn(useSiteLocale(), action)}>
      <button type="submit" class={danger === true ? 'danger' : 'plain'}>
        {submit}
      </button>
    </form>
  )
}

/** The value of a field; empty if it is missing. Throws if it is repeated. */
export function fieldOf(request: FastifyRequest, name: string): string {
  const form = request.body as RawQuery | undefined
  const value = form?.[name] ?? ''
  if (typeof value === 'string') return value
  const { errors } = localeOfPath(request.url).words
  throw new PageError(400, errors.invalidForm, errors.repeatedField(name))
}
