import type { ComponentChildren } from 'preact'
import { passwordLengthMin } from '../access/accounts/password-rules.ts'
import type { FieldErrors } from './form.ts'

interface FieldProps {
  name: string
  label: string
  errors: FieldErrors
  type?: 'text' | 'email' | 'password'
  /** What stays of what was typed; never a password. */
  value?: string | undefined
  hint?: string
  autocomplete?: string
}

/** A text field with its label, and what is wrong with it beside it. */
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
        // Preact has a type of its own for each kind of input; this is any of three.
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

/** The e-mail address of an account, which browsers keep as the user's name. */
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

/** A password that the account has. */
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

/** A password that the account is to have. */
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
  /** Marks a button after which something is gone. */
  danger?: boolean
  /** What stands in the way of the whole form. */
  notice?: string | undefined
  children?: ComponentChildren
}

/** A form of fields. What is wrong is said by the server, in the same words for all browsers. */
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

/** What has just been done; heard by those who do not see it appear. */
export function Notice({ text }: { text: string }) {
  return (
    <p class="notice" role="status">
      {text}
    </p>
  )
}

/** A button that does something by itself. */
export function ButtonForm({ action, submit, danger }: Omit<FormProps, 'children' | 'notice'>) {
  return (
    <form method="post" action={action}>
      <button type="submit" class={danger === true ? 'danger' : 'plain'}>
        {submit}
      </button>
    </form>
  )
}
