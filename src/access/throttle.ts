import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { BoundedCounter } from './bounded-counter.ts'
import { isIpv6, networkOf, wideNetworkOf } from './networks.ts'

const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour
const failuresFree = 5
/** NIST SP 800-63B-4 3.2.2: no more wrong passwords in a row than this for one account. */
const failuresMax = 100
const failuresPerNetwork = 20
const failuresPerWideNetwork = 200
// Not fewer: a class or a hackathon signs up, and in, from behind one address.
const signUpsPerNetwork = 30
const successesPerAccount = 60
const successesPerNetwork = 300

/** Who tries a password: the account meant, the address it comes from, and a browser that the account knows. */
export interface Attempt {
  /** As `parseEmail` writes it, so that no spelling has a count of its own. */
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

export const memoryCount: MakeFailureCount = (_, rule) => new BoundedCounter(rule)

/**
 * Slows guessing down. Every attempt is counted before its password is checked, so that many at once are no way
 * around; one that succeeds takes its count back, and is counted among the successes, which cost a hash as well.
 */
export class Throttle {
  readonly #accounts: Guesses
  readonly #devices: Guesses
  readonly #networks: RateLimiterAbstract
  readonly #wideNetworks: RateLimiterAbstract
  readonly #signUps: RateLimiterAbstract
  readonly #accountSuccesses: RateLimiterAbstract
  readonly #networkSuccesses: RateLimiterAbstract

  constructor(count: MakeFailureCount = memoryCount) {
    this.#accounts = new Guesses(count, 'account')
    this.#devices = new Guesses(count, 'device')
    const inQuarterHour = (points: number) => ({ points, duration: quarterHour })
    this.#networks = count('network', inQuarterHour(failuresPerNetwork))
    this.#wideNetworks = count('wide-network', inQuarterHour(failuresPerWideNetwork))
    this.#signUps = count('sign-up', { points: signUpsPerNetwork, duration: hour })
    this.#accountSuccesses = count('account-success', inQuarterHour(successesPerAccount))
    this.#networkSuccesses = count('network-success', inQuarterHour(successesPerNetwork))
  }

  /** Counts an attempt; returns for how many seconds it must wait, 0 when it may go on. */
  async attempt(attempt: Attempt): Promise<number> {
    const { email, address, device } = attempt
    for (const [counter, name] of this.#successesOf(attempt)) {
      const successes = await counter.get(name)
      if ((successes?.consumedPoints ?? 0) >= counter.points) return seconds(successes)
    }
    // A browser that the account knows is counted by itself: its owner may share an address with whoever guesses.
    if (device !== undefined) return this.#devices.attempt(device)
    for (const [counter, name] of this.#networksOf(address)) {
      const failures = await counter.penalty(name)
      if (failures.consumedPoints > counter.points) return seconds(failures)
    }
    const wait = await this.#accounts.attempt(email)
    if (wait > 0) await this.#rewardNetworks(address)
    return wait
  }

  /** Takes back what an attempt counted: its password was right. */
  async succeeded(attempt: Attempt): Promise<void> {
    const { email, address, device } = attempt
    for (const [counter, name] of this.#successesOf(attempt)) await counter.penalty(name)
    if (device !== undefined) return this.#devices.clear(device)
    await this.#rewardNetworks(address)
    await this.#accounts.clear(email)
  }

  /**
   * Counts an attempt at a recovery code, as `attempt` does, but by network alone and beside passwords: nobody guesses
   * 120 bits, and no wrong password may keep an owner from recovering.
   */
  async recovery(address: string): Promise<number> {
    const network = networkOf(address)
    const successes = await this.#networkSuccesses.get(network)
    if ((successes?.consumedPoints ?? 0) >= successesPerNetwork) return seconds(successes)
    for (const [counter, name] of this.#networksOf(address)) {
      const failures = await counter.penalty(recoveryOf(name))
      if (failures.consumedPoints > counter.points) return seconds(failures)
    }
    return 0
  }

  /** Takes an attempt at a recovery code back, whose code was right, and forgets what was counted for the account. */
  async recovered({ email, address }: Pick<Attempt, 'email' | 'address'>): Promise<void> {
    await this.#networkSuccesses.penalty(networkOf(address))
    await this.refundRecovery(address)
    await this.forget(email)
  }

  /** Takes an attempt at a recovery code back, whose code was neither right nor wrong. */
  async refundRecovery(address: string): Promise<void> {
    for (const [counter, name] of this.#networksOf(address)) await counter.reward(recoveryOf(name))
  }

  /** Forgets what was counted for an account: its owner has a new password. */
  async forget(email: string): Promise<void> {
    await this.#accounts.clear(email)
  }

  /** Takes back what an attempt counted: its password was neither right nor wrong. */
  async refund({ email, address, device }: Attempt): Promise<void> {
    if (device !== undefined) return this.#devices.refund(device)
    await this.#rewardNetworks(address)
    await this.#accounts.refund(email)
  }

  /** Counts a new account of an address; returns for how many seconds it must wait, 0 when it may go on. */
  async signUp(address: string): Promise<number> {
    const made = await this.#signUps.penalty(networkOf(address))
    return made.consumedPoints > signUpsPerNetwork ? seconds(made) : 0
  }

  /** Takes a sign-up back that made no account. */
  async signUpFailed(address: string): Promise<void> {
    await this.#signUps.reward(networkOf(address))
  }

  #successesOf({ email, address }: Attempt): [RateLimiterAbstract, string][] {
    return [
      [this.#accountSuccesses, email],
      [this.#networkSuccesses, networkOf(address)],
    ]
  }

  #networksOf(address: string): [RateLimiterAbstract, string][] {
    const network: [RateLimiterAbstract, string] = [this.#networks, networkOf(address)]
    return isIpv6(address) ? [network, [this.#wideNetworks, wideNetworkOf(address)]] : [network]
  }

  async #rewardNetworks(address: string): Promise<void> {
    for (const [counter, name] of this.#networksOf(address)) await counter.reward(name)
  }
}

/** Wrong passwords of accounts, or of browsers that their accounts know. */
class Guesses {
  readonly #failures: RateLimiterAbstract
  readonly #pauses: RateLimiterAbstract

  constructor(count: MakeFailureCount, name: string) {
    this.#failures = count(name, { points: failuresMax, duration: day })
    this.#pauses = count(`${name}-pause`, { points: 1, duration: quarterHour })
  }

  /** As `Throttle.attempt`. */
  async attempt(name: string): Promise<number> {
    const failures = await this.#failures.penalty(name)
    if (failures.consumedPoints > failuresMax) return seconds(failures)
    const customDuration = pauseAfter(failures.consumedPoints)
    if (customDuration === 0) return 0
    try {
      // Of those that come at once one is let through, and the others wait for its pause to end.
      await this.#pauses.consume(name, 1, { customDuration })
      return 0
    } catch (pause) {
      if (pause instanceof Error) throw pause
      await this.#failures.reward(name)
      return seconds(pause as RateLimiterRes)
    }
  }

  async refund(name: string): Promise<void> {
    await this.#failures.reward(name)
  }

  async clear(name: string): Promise<void> {
    await this.#failures.delete(name)
    await this.#pauses.delete(name)
  }
}

// 1 s after the fifth failure, then twice as long each time, up to a quarter of an hour.
function pauseAfter(failures: number): number {
  return failures < failuresFree ? 0 : Math.min(2 ** (failures - failuresFree), quarterHour)
}

const recoveryOf = (network: string) => `recovery ${network}`

function seconds(count: RateLimiterRes | null): number {
  return Math.max(1, Math.ceil((count?.msBeforeNext ?? 0) / 1000))
}
