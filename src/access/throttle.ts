import ipaddr from 'ipaddr.js'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  type RateLimiterRes,
} from 'rate-limiter-flexible'

const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour
const failuresFree = 5
/** NIST SP 800-63B-4 3.2.2: no more wrong passwords in a row than this for one account. */
const failuresMax = 100
const failuresPerAddress = 20
// Not fewer: a class or a hackathon signs up from behind one address.
const signUpsPerAddress = 30

/** Who tries a password: the account meant, the address it comes from, and a browser that the account knows. */
export interface Attempt {
  /** As `foldEmail` writes it, so that no spelling has a count of its own. */
  email: string
  address: string
  /** Id of a browser in which this account was signed in before: strangers cannot lock its owner out. */
  device: string | undefined
}

/** So many are free in so many seconds. */
interface FailureRule {
  points: number
  duration: number
}

/** Makes a count, under a name of its own where others are beside it. */
export type MakeFailureCount = (name: string, rule: FailureRule) => RateLimiterAbstract

export const memoryCount: MakeFailureCount = (_, rule) => new RateLimiterMemory(rule)

/**
 * Slows guessing down. Every attempt is counted before its password is checked, so that many at once are no way
 * around; one that succeeds takes its count back.
 */
export class Throttle {
  readonly #accounts: RateLimiterAbstract
  readonly #pauses: RateLimiterAbstract
  readonly #addresses: RateLimiterAbstract
  readonly #signUps: RateLimiterAbstract

  constructor(count: MakeFailureCount = memoryCount) {
    this.#accounts = count('account', { points: failuresMax, duration: day })
    this.#pauses = count('pause', { points: 1, duration: quarterHour })
    this.#addresses = count('address', { points: failuresPerAddress, duration: quarterHour })
    this.#signUps = count('sign-up', { points: signUpsPerAddress, duration: hour })
  }

  /** Counts an attempt; returns for how many seconds it must wait, 0 when it may go on. */
  async attempt(attempt: Attempt): Promise<number> {
    const account = accountOf(attempt)
    // A browser that the account knows is counted by itself: its owner may share an address with whoever guesses.
    if (attempt.device !== undefined) return this.#attemptAccount(account)
    const address = networkOf(attempt.address)
    const tries = await this.#addresses.penalty(address)
    if (tries.consumedPoints > failuresPerAddress) return seconds(tries)
    const wait = await this.#attemptAccount(account)
    if (wait > 0) await this.#addresses.reward(address)
    return wait
  }

  async #attemptAccount(account: string): Promise<number> {
    const failures = await this.#accounts.penalty(account)
    if (failures.consumedPoints > failuresMax) return seconds(failures)
    const customDuration = pauseAfter(failures.consumedPoints)
    if (customDuration === 0) return 0
    try {
      // Of those that come at once one is let through, and the others wait for its pause to end.
      await this.#pauses.consume(account, 1, { customDuration })
      return 0
    } catch (pause) {
      if (pause instanceof Error) throw pause
      await this.#accounts.reward(account)
      return seconds(pause as RateLimiterRes)
    }
  }

  /** Takes back what an attempt counted: its password was right. */
  async succeeded(attempt: Attempt): Promise<void> {
    const account = accountOf(attempt)
    if (attempt.device === undefined) await this.#addresses.reward(networkOf(attempt.address))
    await this.#accounts.delete(account)
    await this.#pauses.delete(account)
  }

  /** Forgets what was counted for an account: its owner has a new password. */
  async forget(email: string): Promise<void> {
    await this.#accounts.delete(`account ${email}`)
    await this.#pauses.delete(`account ${email}`)
  }

  /** Takes an attempt back of which the password was not checked: it is neither right nor wrong. */
  async unchecked(attempt: Attempt): Promise<void> {
    if (attempt.device === undefined) await this.#addresses.reward(networkOf(attempt.address))
    await this.#accounts.reward(accountOf(attempt))
  }

  /** Counts a new account of an address; returns for how many seconds it must wait, 0 when it may go on. */
  async signUp(address: string): Promise<number> {
    const made = await this.#signUps.penalty(networkOf(address))
    return made.consumedPoints > signUpsPerAddress ? seconds(made) : 0
  }

  /** Takes a sign-up back that made no account. */
  async signUpFailed(address: string): Promise<void> {
    await this.#signUps.reward(networkOf(address))
  }
}

// 1 s after the fifth failure, then twice as long each time, up to a quarter of an hour.
function pauseAfter(failures: number): number {
  return failures < failuresFree ? 0 : Math.min(2 ** (failures - failuresFree), quarterHour)
}

function accountOf({ email, device }: Attempt): string {
  return device === undefined ? `account ${email}` : `device ${device}`
}

/** One IPv4 address, or the /64 network that one customer of an IPv6 provider has. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')
}

function seconds({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}
