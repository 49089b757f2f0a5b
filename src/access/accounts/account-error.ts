/** A form that cannot be accepted: what is wrong, by the name of each field concerned. */
export class AccountError extends Error {
  override name = 'AccountError'
  readonly errors: Readonly<Record<string, string>>

  constructor(errors: Record<string, string>) {
    super(Object.values(errors).join(' '))
    this.errors = errors
  }
}

/** An account with the e-mail address of a sign-up already exists. */
export class EmailTaken extends AccountError {
  override name = 'EmailTaken'

  constructor() {
    super({
      email:
        'An account with this address already exists. Sign in instead, or use your recovery code if you forgot your password.',
    })
  }
}

/** The password that must be given before a change is not the account's. */
export class WrongPassword extends AccountError {
  override name = 'WrongPassword'

  constructor(field: string) {
    super({ [field]: 'This is not your password.' })
  }
}

/** Throws `AccountError` where a field has a fault. */
export function assertNoErrors(errors: Record<string, string | undefined>): void {
  const entries = Object.entries(errors).filter((entry): entry is [string, string] => !!entry[1])
  if (entries.length > 0) throw new AccountError(Object.fromEntries(entries))
}
