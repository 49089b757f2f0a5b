/** A form that cannot be accepted: what is wrong, by the name of each field concerned. */
export class AccountRefused extends Error {
  override name = 'AccountRefused'
  readonly faults: Readonly<Record<string, string>>

  constructor(faults: Record<string, string>) {
    super(Object.values(faults).join(' '))
    this.faults = faults
  }
}

/** An account with the e-mail address of a sign-up already exists. */
export class AddressTaken extends AccountRefused {
  override name = 'AddressTaken'

  constructor() {
    super({
      email:
        'An account with this address already exists. Sign in instead, or use your recovery code if you forgot your password.',
    })
  }
}

/** The password that must be given before a change is not the account's. */
export class WrongPassword extends AccountRefused {
  override name = 'WrongPassword'

  constructor(field: string) {
    super({ [field]: 'This is not your password.' })
  }
}

/** Throws `AccountRefused` where a field has a fault. */
export function refuse(faults: Record<string, string | undefined>): void {
  const found = Object.entries(faults).filter((entry): entry is [string, string] => !!entry[1])
  if (found.length > 0) throw new AccountRefused(Object.fromEntries(found))
}
