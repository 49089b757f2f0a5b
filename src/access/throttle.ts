import { BoundedCounter, type Count, type Counter } from './bounded-counter.ts'
import { isIpv6, networkOf, wideNetworkOf } from './networks.ts'
import { retention } from './retention.ts'

const quarterHour = 15 * 60
const hour = 60 * 60
const failuresFree = 5
/** Maximum consecutive wrong passwords per account (NIST SP 800-63B-4 3.2.2). */
const failuresMax = 100
const failuresPerNetwork = 20
// An IPv6 customer can have a /48, which gets ten times the limit of one network.
const wideNetworkFactor = 10
// High enough for a class or a hackathon behind one IP address.
const signUpsPerNetwork = 30
const alertsPerNetwork = 30
const successesPerAccount = 60
const successesPerNetwork = 300

/** A sign-in attempt. `address` is the client's IP address. */
export interface Attempt {
  /** As returned by `parseEmail`, so that all spellings share one counter. */
  email: string
  address: string
  /** Id of a browser in which this account has signed in before. It has its own counter, so that others cannot lock the owner out. */
  device: string | undefined
}

/** `points` failures are allowed in `duration` seconds. */
interface FailureRule {
  points: number
  duration: number
}

/**
 * @param name Distinguishes counters in a shared store.
 * @param seconds How long a name counts.
 */
export type CreateCounter = (name: string, seconds: number) => Counter

const memoryCounter: CreateCounter = (_, seconds) => new BoundedCounter(seconds)

/**
 * Throttles password guessing. Attempts are counted before the password is checked, so that concurrent attempts cannot
 * bypass it. A success is refunded and counted separately, because it costs a password hash too.
 */
export class Throttle {
  readonly #accounts: FailureCounter
  readonly #devices: FailureCounter
  readonly #failures: NetworkCounter
  readonly #recoveries: NetworkCounter
  readonly #signUps: NetworkCounter
  readonly #alerts: NetworkCounter
  readonly #successes: NetworkCounter
  readonly #accountSuccesses: Counter

  constructor(createCounter: CreateCounter = memoryCounter) {
    this.#accounts = new FailureCounter(createCounter, 'account')
    this.#devices = new FailureCounter(createCounter, 'device')
    const ofNetworks = (name: string, points: number, duration = quarterHour) =>
      new NetworkCounter(createCounter, name, { points, duration })
    this.#failures = ofNetworks('network', failuresPerNetwork)
    this.#recoveries = ofNetworks('recovery', failuresPerNetwork)
    this.#signUps = ofNetworks('sign-up', signUpsPerNetwork, hour)
    this.#alerts = ofNetworks('alert', alertsPerNetwork, hour)
    this.#accountSuccesses = createCounter('account-success', quarterHour)
    this.#successes = ofNetworks('network-success', successesPerNetwork)
  }

  /** Counts an attempt; returns the seconds to wait, or 0 if it may proceed. */
  async attempt({ email, address, device }: Attempt): Promise<number> {
    const successes = await this.#accountSuccesses.get(email)
    if (successes.count >= successesPerAccount) return seconds(successes)
    const successWait = await this.#successes.wait(address)
    if (successWait > 0) return successWait
    // The owner may share an IP address with an attacker.
    if (device !== undefined) return this.#devices.attempt(device)
    const networkWait = await this.#failures.add(address)
    if (networkWait > 0) return networkWait
    const wait = await this.#accounts.attempt(email)
    if (wait > 0) await this.#failures.refund(address)
    return wait
  }

  /** The password was right: refunds the attempt. */
  async recordSuccess({ email, address, device }: Attempt): Promise<void> {
    await this.#accountSuccesses.add(email, 1)
    await this.#successes.add(address)
    if (device !== undefined) return this.#devices.clear(device)
    await this.#failures.refund(address)
    await this.#accounts.clear(email)
  }

  /**
   * Counts an attempt with a recovery code, by network only: 120 bits cannot be guessed, and wrong passwords must not keep
   * the owner from recovering the account.
   */
  async recovery(address: string): Promise<number> {
    const successWait = await this.#successes.wait(address)
    return successWait > 0 ? successWait : this.#recoveries.add(address)
  }

  /** The recovery code was right: refunds the attempt and clears the counters of the account. */
  async recordRecovery({ email, address }: Pick<Attempt, 'email' | 'address'>): Promise<void> {
    await this.#successes.add(address)
    await this.refundRecovery(address)
    await this.clear(email)
  }

  /** The recovery code was not checked. */
  refundRecovery(address: string): Promise<void> {
    return this.#recoveries.refund(address)
  }

  /** Clears the counters of an account after its password has changed. */
  async clear(email: string): Promise<void> {
    await this.#accounts.clear(email)
  }

  /** The password was not checked. */
  async refund({ email, address, device }: Attempt): Promise<void> {
    if (device !== undefined) return this.#devices.refund(device)
    await this.#failures.refund(address)
    await this.#accounts.refund(email)
  }

  /** Counts a sign-up; returns the seconds to wait, or 0 if it may proceed. */
  signUp(address: string): Promise<number> {
    return this.#signUps.add(address)
  }

  /** Counts a request for e-mail alerts; returns the seconds to wait, or 0 if it may proceed. */
  alert(address: string): Promise<number> {
    return this.#alerts.add(address)
  }

  /** The sign-up created no account. */
  refundSignUp(address: string): Promise<void> {
    return this.#signUps.refund(address)
  }
}

/** Counts by network, and for IPv6 also by /48. */
class NetworkCounter {
  readonly #networks: Counter
  readonly #wideNetworks: Counter
  readonly #points: number

  constructor(createCounter: CreateCounter, name: string, { points, duration }: FailureRule) {
    this.#networks = createCounter(name, duration)
    this.#wideNetworks = createCounter(`wide-${name}`, duration)
    this.#points = points
  }

  /** Counts an event; returns the seconds to wait, or 0 if it may proceed. */
  async add(address: string): Promise<number> {
    for (const { counter, name, points } of this.#countersOf(address)) {
      const result = await counter.add(name, 1)
      if (result.count > points) return seconds(result)
    }
    return 0
  }

  /** As `add`, without counting. */
  async wait(address: string): Promise<number> {
    for (const { counter, name, points } of this.#countersOf(address)) {
      const result = await counter.get(name)
      if (result.count >= points) return seconds(result)
    }
    return 0
  }

  async refund(address: string): Promise<void> {
    for (const { counter, name } of this.#countersOf(address)) await counter.add(name, -1)
  }

  #countersOf(address: string) {
    const points = this.#points
    const network = { counter: this.#networks, name: networkOf(address), points }
    if (!isIpv6(address)) return [network]
    const wide = { counter: this.#wideNetworks, name: wideNetworkOf(address) }
    return [network, { ...wide, points: points * wideNetworkFactor }]
  }
}

/** Counts wrong passwords by account or by trusted device. */
class FailureCounter {
  readonly #failures: Counter
  readonly #pauses: Counter

  constructor(createCounter: CreateCounter, name: string) {
    this.#failures = createCounter(name, retention.attemptHours * hour)
    this.#pauses = createCounter(`${name}-pause`, quarterHour)
  }

  /** As `Throttle.attempt`. */
  async attempt(name: string): Promise<number> {
    const failures = await this.#failures.add(name, 1)
    if (failures.count > failuresMax) return seconds(failures)
    const pauseSeconds = pauseAfter(failures.count)
    if (pauseSeconds === 0) return 0
    // Of concurrent attempts one proceeds and the others wait for its pause to end.
    const pause = await this.#pauses.add(name, 1, pauseSeconds)
    if (pause.count === 1) return 0
    await this.#failures.add(name, -1)
    return seconds(pause)
  }

  async refund(name: string): Promise<void> {
    await this.#failures.add(name, -1)
  }

  async clear(name: string): Promise<void> {
    await this.#failures.delete(name)
    await this.#pauses.delete(name)
  }
}

// 1 s after the fifth failure, doubling up to 15 minutes.
function pauseAfter(failures: number): number {
  return failures < failuresFree ? 0 : Math.min(2 ** (failures - failuresFree), quarterHour)
}

function seconds({ leftMs }: Count): number {
  return Math.max(1, Math.ceil(leftMs / 1000))
}
