/** The only time that the recovery code is available. */
export interface SignedUp {
  accountId: string
  token: string
  code: string
}

export type SignedIn = { accountId?: string } & ({ token: string } | { error: SignInError })

/** `code` replaces the recovery code that was used. */
export type Recovered = { accountId?: string } & ({ code: string } | { error: SignInError })

type SignInError = 'wrong' | 'disabled'
