/** Invalid form: error messages by field. */
export class AccountError extends Error {
  override name = 'AccountError'
  readonly errors: Readonly<Record<string, string>>

  constructor(errors: Record<string, string>) {
    super(Object.values(errors).join(' '))
    this.errors = errors
  }
}

export class EmailTaken extends AccountError {
  override name = 'EmailTaken'

  constructor() {
    super({
      email:
        'An account with this address already exists. Sign in instead, or use your recovery code if you forgot your password.',
    })
  }
}

/** The current password, which a change requires, is wrong. */
export class WrongPassword extends AccountError {
  override name = 'WrongPassword'

  constructor(field: string) {
    super({ [field]: 'This is not your password.' })
  }
}

/** The session has ended; no key was created. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** A key cannot be created; the message is shown to the user. */
export class KeyError extends Error {
  override name = 'KeyError'
}

/** Throws `AccountError` if a field has an error. */
export function assertNoErrors(errors: Record<string, string | undefined>): void {
  const entries = Object.entries(errors).filter((entry): entry is [string, string] => !!entry[1])
  if (entries.length > 0) throw new AccountError(Object.fromEntries(entries))
}
