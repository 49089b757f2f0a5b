import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { passwordLengthMax, passwordLengthMin } from '../../core/account-limits.ts'
import { FairQueue, type QueueClient } from '../../core/fair-queue.ts'
import { queueClientOf } from '../networks.ts'
import type { Attempt } from '../throttle.ts'
import type { AccountErrorCode } from './account-error.ts'
import { normalizeEmail } from './email.ts'

// Argon2id; the library's const enum is not available at run time.
const argon2id = 2
// The OWASP password storage minimum: 19 MiB, two passes, one lane; about 15 ms of one core.
const cost: Options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Leaves one core to the event loop.
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))

/** Password hashes (Argon2id, PHC strings), few at a time, so that a flood of sign-ins does not slow the API down. */
export class Passwords {
  readonly #queue = passwordQueue(atOnce)
  // Verified for unknown accounts, so that they take as long as a wrong password.
  readonly #dummyHash = lazy(() => hash('the password of no account', cost))

  /** Throws `TooBusy`. */
  hash(password: string, attempt: Attempt): Promise<string> {
    return this.#queue.run(passwordQueueClient(attempt), () => hash(normal(password), cost))
  }

  /** False without a hash, after the same time. Throws `TooBusy`. */
  async matches(stored: string | null, password: string, attempt: Attempt): Promise<boolean> {
    const dummy = await this.#dummyHash()
    const isMatch = await this.#queue.run(passwordQueueClient(attempt), () =>
      verify(stored ?? dummy, normal(password)),
    )
    return isMatch && stored !== null
  }
}

// Keyboards send composed or decomposed characters (NIST SP 800-63B-4, 3.1.1.2).
function normal(password: string): string {
  return password.normalize('NFC')
}

/** Maximum queued password hashes; `who` is a trusted device, or else the account. */
export const queuedMax = { who: 4, network: 16, wideNetwork: 64, all: 128 }

export function passwordQueue(concurrency: number): FairQueue {
  return new FairQueue(concurrency, concurrency, { waitingMax: queuedMax.all })
}

/** Networks (/24 of IPv4, /48 of IPv6) are served in rotation. */
export function passwordQueueClient({ email, device, address }: Attempt): QueueClient {
  const { group, member } = queueClientOf(address)
  return {
    ...{ group, member },
    quotas: [
      [device === undefined ? `account ${email}` : `device ${device}`, queuedMax.who],
      [`network ${member}`, queuedMax.network],
      [`wide network ${group}`, queuedMax.wideNetwork],
    ],
  }
}

/** Undefined if the password is valid. */
export async function passwordError(
  password: string,
  email: string,
): Promise<AccountErrorCode | undefined> {
  const characters = [...password.normalize('NFC')]
  const { length } = characters
  if (length < passwordLengthMin) return 'password_short'
  if (length > passwordLengthMax) return 'password_long'
  if (password.includes('\u0000')) return 'password_untypeable'
  if (new Set(characters).size === 1) return 'password_uniform'
  const normalized = normalizeEmail(password)
  if (normalized === email || normalized === email.slice(0, email.lastIndexOf('@')))
    return 'password_email'
  const common = await commonPasswords()
  return common.has(password.toLowerCase()) ? 'password_common' : undefined
}

// Loaded when the first password is chosen, because the list is large.
const commonPasswords = lazy(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordLengthMin))
})

/** Caches the result of `load`, but not a failure. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
