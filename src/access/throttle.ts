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
// One customer of an IPv6 provider can have a /48, so that gets ten times what one network may do.
const wideNetworkFactor = 10
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
export type CreateFailureCounter = (name: string, rule: FailureRule) => RateLimiterAbstract

export const memoryCounter: CreateFailureCounter = (_, rule) => new BoundedCounter(rule)

/**
 * Slows guessing down. Every attempt is counted before its password is checked, so that many at once are no way
 * around; one that succeeds takes its count back, and is counted among the successes, which cost a hash as well.
 */
export class Throttle {
  readonly #accounts: FailureCounter
  readonly #devices: FailureCounter
  readonly #failures: NetworkCounter
  readonly #recoveries: NetworkCounter
  readonly #signUps: NetworkCounter
  readonly #successes: NetworkCounter
  readonly #accountSuccesses: RateLimiterAbstract

  constructor(createCounter: CreateFailureCounter = memoryCounter) {
    this.#accounts = new FailureCounter(createCounter, 'account')
    this.#devices = new FailureCounter(createCounter, 'device')
    const inQuarterHour = (points: number) => ({ points, duration: quarterHour })
    this.#failures = new NetworkCounter(createCounter, 'network', inQuarterHour(failuresPerNetwork))
    this.#recoveries = new NetworkCounter(
      createCounter,
      'recovery',
      inQuarterHour(failuresPerNetwork),
    )
    this.#signUps = new NetworkCounter(createCounter, 'sign-up', {
      points: signUpsPerNetwork,
      duration: hour,
    })
    this.#accountSuccesses = createCounter('account-success', inQuarterHour(successesPerAccount))
    this.#successes = new NetworkCounter(
      createCounter,
      'network-success',
      inQuarterHour(successesPerNetwork),
    )
  }

  /** Counts an attempt; returns for how many seconds it must wait, 0 when it may go on. */
  async attempt({ email, address, device }: Attempt): Promise<number> {
    const successes = await this.#accountSuccesses.get(email)
    if ((successes?.consumedPoints ?? 0) >= successesPerAccount) return seconds(successes)
    const successWait = await this.#successes.wait(address)
    if (successWait > 0) return successWait
    // A browser that the account knows is counted by itself: its owner may share an address with whoever guesses.
    if (device !== undefined) return this.#devices.attempt(device)
    const networkWait = await this.#failures.add(address)
    if (networkWait > 0) return networkWait
    const wait = await this.#accounts.attempt(email)
    if (wait > 0) await this.#failures.refund(address)
    return wait
  }

  /** Takes back what an attempt counted: its password was right. */
  async recordSuccess({ email, address, device }: Attempt): Promise<void> {
    await this.#accountSuccesses.penalty(email)
    await this.#successes.add(address)
    if (device !== undefined) return this.#devices.clear(device)
    await this.#failures.refund(address)
    await this.#accounts.clear(email)
  }

  /**
   * Counts an attempt at a recovery code, as `attempt` does, but by network alone and beside passwords: nobody guesses
   * 120 bits, and no wrong password may keep an owner from recovering.
   */
  async recovery(address: string): Promise<number> {
    const successWait = await this.#successes.wait(address)
    return successWait > 0 ? successWait : this.#recoveries.add(address)
  }

  /** Takes an attempt at a recovery code back, whose code was right, and forgets what was counted for the account. */
  async recordRecovery({ email, address }: Pick<Attempt, 'email' | 'address'>): Promise<void> {
    await this.#successes.add(address)
    await this.refundRecovery(address)
    await this.clear(email)
  }

  /** Takes an attempt at a recovery code back, whose code was neither right nor wrong. */
  refundRecovery(address: string): Promise<void> {
    return this.#recoveries.refund(address)
  }

  /** Forgets what was counted for an account: its owner has a new password. */
  async clear(email: string): Promise<void> {
    await this.#accounts.clear(email)
  }

  /** Takes back what an attempt counted: its password was neither right nor wrong. */
  async refund({ email, address, device }: Attempt): Promise<void> {
    if (device !== undefined) return this.#devices.refund(device)
    await this.#failures.refund(address)
    await this.#accounts.refund(email)
  }

  /** Counts a new account of an address; returns for how many seconds it must wait, 0 when it may go on. */
  signUp(address: string): Promise<number> {
    return this.#signUps.add(address)
  }

  /** Takes a sign-up back that made no account. */
  refundSignUp(address: string): Promise<void> {
    return this.#signUps.refund(address)
  }
}

/** A count by network, and of IPv6 by /48 as well. */
class NetworkCounter {
  readonly #networks: RateLimiterAbstract
  readonly #wideNetworks: RateLimiterAbstract

  constructor(
    createCounter: CreateFailureCounter,
    name: string,
    { points, duration }: FailureRule,
  ) {
    this.#networks = createCounter(name, { points, duration })
    this.#wideNetworks = createCounter(`wide-${name}`, {
      points: points * wideNetworkFactor,
      duration,
    })
  }

  /** Counts an event; returns for how many seconds its network must wait, 0 when it may go on. */
  async add(address: string): Promise<number> {
    for (const [counter, name] of this.#countersOf(address)) {
      const result = await counter.penalty(name)
      if (result.consumedPoints > counter.points) return seconds(result)
    }
    return 0
  }

  /** The same for the next event, without counting it. */
  async wait(address: string): Promise<number> {
    for (const [counter, name] of this.#countersOf(address)) {
      const result = await counter.get(name)
      if ((result?.consumedPoints ?? 0) >= counter.points) return seconds(result)
    }
    return 0
  }

  async refund(address: string): Promise<void> {
    for (const [counter, name] of this.#countersOf(address)) await counter.reward(name)
  }

  #countersOf(address: string): [RateLimiterAbstract, string][] {
    const network: [RateLimiterAbstract, string] = [this.#networks, networkOf(address)]
    return isIpv6(address) ? [network, [this.#wideNetworks, wideNetworkOf(address)]] : [network]
  }
}

/** Wrong passwords of accounts, or of browsers that their accounts know. */
class FailureCounter {
  readonly #failures: RateLimiterAbstract
  readonly #pauses: RateLimiterAbstract

  constructor(createCounter: CreateFailureCounter, name: string) {
    this.#failures = createCounter(name, { points: failuresMax, duration: day })
    this.#pauses = createCounter(`${name}-pause`, { points: 1, duration: quarterHour })
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

function seconds(count: RateLimiterRes | null): number {
  return Math.max(1, Math.ceil((count?.msBeforeNext ?? 0) / 1000))
}
