import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { passwordLengthMin } from '../access/accounts/passwords.ts'
import type { RawQuery } from '../http/query.ts'
import { PageError } from './error-pages.tsx'

/** Errors by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>

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
  return (
    <Field
      name="email"
      label="E-mail address"
      type="email"
      value={value}
      errors={errors}
      autocomplete="username"
    />
  )
}

export function PasswordField({ name = 'password', label = 'Password', errors }: NamedProps) {
  return (
    <Field
      name={name}
      label={label}
      type="password"
      errors={errors}
      autocomplete="current-password"
    />
  )
}

export function NewPasswordField({ name = 'password', label = 'Password', errors }: NamedProps) {
  return (
    <Field
      name={name}
      label={label}
      type="password"
      hint={`At least ${passwordLengthMin} characters. A sentence is fine.`}
      errors={errors}
      autocomplete="new-password"
    />
  )
}

interface FormProps {
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
    <form class="fields" method="post" action={action} noValidate>
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
  return (
    <section class="notice" aria-labelledby="recovery">
      <h2 id="recovery">Your recovery code</h2>
      <p>
        <strong>Save it now.</strong> If you forget your password, you need this code to choose a
        new one. You won’t see it again; we store only a hash.
      </p>
      <code class="key" id="recovery-code" data-copy="Copy the code">
        {code}
      </code>
    </section>
  )
}

/** A form that is only a button. */
export function ButtonForm({ action, submit, danger }: Omit<FormProps, 'children' | 'notice'>) {
  return (
    <form method="post" action={action}>
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
  throw new PageError(400, 'Invalid form', `The field ${name} must not be repeated.`)
}
