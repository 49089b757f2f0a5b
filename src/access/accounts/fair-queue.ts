import { networkOf, wideNetworkOf } from '../networks.ts'
import type { Attempt } from '../throttle.ts'

/** Places in the queue, running ones included; `who` is a browser that the account knows, or else the account. */
export const placesMax = { who: 4, network: 16, wideNetwork: 64, all: 128 }

/** More work is queued than may be, by one client or by all; nothing was done. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

/**
 * Runs a few jobs at a time. Networks take turns (/24 of IPv4, /48 of IPv6), and none can fill the queue: whoever
 * sends many waits behind himself, not before others.
 */
export class FairQueue {
  readonly #concurrency: number
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #places = new Map<string, number>()
  #running = 0
  #size = 0

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** Throws `TooBusy` where the client, or all together, have too many jobs. */
  async run<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const places = placesOf(attempt)
    const isFull = places.some(([name, max]) => (this.#places.get(name) ?? 0) >= max)
    if (isFull || this.#size >= placesMax.all) throw new TooBusy('too many passwords at once')
    for (const [name] of places) this.#move(name, 1)
    this.#size += 1
    try {
      await this.#turn(wideNetworkOf(attempt.address))
      return await work().finally(() => {
        this.#running -= 1
      })
    } finally {
      for (const [name] of places) this.#move(name, -1)
      this.#size -= 1
      this.#startNext()
    }
  }

  #turn(group: string): Promise<void> {
    return new Promise((resolve) => {
      const jobs = this.#waiting.get(group) ?? []
      jobs.push(resolve)
      this.#waiting.set(group, jobs)
      this.#startNext()
    })
  }

  #startNext(): void {
    while (this.#running < this.#concurrency) {
      const [first] = this.#waiting
      if (first === undefined) return
      const [group, jobs] = first
      // Behind all others, until its next turn.
      this.#waiting.delete(group)
      const start = jobs.shift()
      if (jobs.length > 0) this.#waiting.set(group, jobs)
      this.#running += 1
      start?.()
    }
  }

  #move(name: string, by: number): void {
    const places = (this.#places.get(name) ?? 0) + by
    if (places === 0) this.#places.delete(name)
    else this.#places.set(name, places)
  }
}

function placesOf({ email, device, address }: Attempt): [name: string, max: number][] {
  return [
    [device === undefined ? `account ${email}` : `device ${device}`, placesMax.who],
    [`network ${networkOf(address)}`, placesMax.network],
    [`wide network ${wideNetworkOf(address)}`, placesMax.wideNetwork],
  ]
}
