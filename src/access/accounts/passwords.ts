import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { FairQueue } from '../../core/fair-queue.ts'
import { lazy } from '../../core/lazy.ts'
import type { Attempt } from '../throttle.ts'
import { passwordQueueClient } from './password-queue.ts'

// Argon2id. The library's enumeration has no value at run time.
const argon2id = 2
// The floor of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane; about 15 ms of one core.
const cost: Options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// One core is left to the API, which is answered by a thread of its own; and each takes its 19 MiB.
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))

/**
 * Makes and checks password hashes (Argon2id, PHC strings), few at a time: a flood of sign-ins must leave the
 * processor to the API.
 */
export class Passwords {
  readonly #queue = new FairQueue(atOnce)
  // What is checked where there is no account, so that its absence takes as long as a wrong password.
  readonly #dummyHash = lazy(() => hash('nobody has this password', cost))

  /** Throws `TooBusy`. */
  hash(password: string, attempt: Attempt): Promise<string> {
    return this.#queue.run(passwordQueueClient(attempt), () => hash(normal(password), cost))
  }

  /** False where there is no hash, after the same work. Throws `TooBusy`. */
  async matches(known: string | null, password: string, attempt: Attempt): Promise<boolean> {
    const dummy = await this.#dummyHash()
    const right = await this.#queue.run(passwordQueueClient(attempt), () =>
      verify(known ?? dummy, normal(password)),
    )
    return right && known !== null
  }
}

// The same password can arrive composed or decomposed, by keyboard and system (NIST SP 800-63B-4, 3.1.1.2).
function normal(password: string): string {
  return password.normalize('NFC')
}
