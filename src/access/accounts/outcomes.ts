/** An account that was just created; the recovery code is known now only. */
export interface SignedUp {
  accountId: string
  token: string
  code: string
}

/** How signing in ended; a token only where it succeeded. */
export type SignedIn = { accountId?: string } & ({ token: string } | { error: SignInError })

/** How choosing a password by a recovery code ended; the code that replaces the one used, where it succeeded. */
export type Recovered = { accountId?: string } & ({ code: string } | { error: SignInError })

type SignInError = 'wrong' | 'disabled'
