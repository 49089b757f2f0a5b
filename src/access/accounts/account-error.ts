/** What is wrong with a field; pages say it in their language. */
export type AccountErrorCode =
  | 'email_invalid'
  | 'email_taken'
  | 'password_wrong'
  | 'password_short'
  | 'password_long'
  | 'password_untypeable'
  | 'password_uniform'
  | 'password_email'
  | 'password_common'

/** Invalid form: errors by field. */
export class AccountError extends Error {
  override name = 'AccountError'
  readonly errors: Readonly<Record<string, AccountErrorCode>>

  constructor(errors: Record<string, AccountErrorCode>) {
    super(Object.values(errors).join(', '))
    this.errors = errors
  }
}

export class EmailTaken extends AccountError {
  override name = 'EmailTaken'

  constructor() {
    super({ email: 'email_taken' })
  }
}

/** The current password, which a change requires, is wrong. */
export class WrongPassword extends AccountError {
  override name = 'WrongPassword'

  constructor(field: string) {
    super({ [field]: 'password_wrong' })
  }
}

/** The session has ended; no key was created. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** A key cannot be created; the message is for the command line. */
export class KeyError extends Error {
  override name = 'KeyError'
}

/** Why an account gets no further key; pages say it in their language. */
export type KeyLimit =
  | { reason: 'created_today'; created: number }
  | { reason: 'keys_max'; keysMax: number; isJustUsed: boolean }

export class KeyLimitReached extends KeyError {
  override name = 'KeyLimitReached'
  readonly limit: KeyLimit

  constructor(limit: KeyLimit, message: string) {
    super(message)
    this.limit = limit
  }
}

/** Throws `AccountError` if a field has an error. */
export function assertNoErrors(errors: Record<string, AccountErrorCode | undefined>): void {
  const entries = Object.entries(errors).filter(
    (entry): entry is [string, AccountErrorCode] => entry[1] !== undefined,
  )
  if (entries.length > 0) throw new AccountError(Object.fromEntries(entries))
}
