import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// Argon2id. The library's enumeration has no value at run time.
const argon2id = 2
// The floor of the OWASP password storage cheat sheet: 19 MiB, two passes, one lane; about 15 ms of one core.
const cost: Options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// One core is left to the API, which is answered by a thread of its own; and each takes its 19 MiB.
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
const waitingMax = 64

/** More passwords wait to be checked than may; nothing was checked. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

/**
 * Makes and checks password hashes (Argon2id, PHC strings), few at a time: a flood of sign-ins must leave the
 * processor to the API.
 */
export class Passwords {
  readonly #queue = pLimit(atOnce)
  // What is checked where there is no account, so that its absence takes as long as a wrong password.
  #nobody: Promise<string> | undefined

  hash(password: string): Promise<string> {
    return this.#enqueue(() => hash(normal(password), cost))
  }

  /** False where there is no hash, after the same work. */
  async matches(known: string | null, password: string): Promise<boolean> {
    const { hash: stored, exists } = await this.#storedOr(known)
    const right = await this.#enqueue(() => verify(stored, normal(password)))
    return right && exists
  }

  async #storedOr(known: string | null): Promise<{ hash: string; exists: boolean }> {
    this.#nobody ??= hash('nobody has this password', cost)
    const nobody = await this.#nobody
    return { hash: known ?? nobody, exists: known !== null }
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.pendingCount >= waitingMax) throw new TooBusy('too many passwords at once')
    return this.#queue(work)
  }
}

// The same password can arrive composed or decomposed, by keyboard and system (NIST SP 800-63B-4, 3.1.1.2).
function normal(password: string): string {
  return password.normalize('NFC')
}
