import type { ListedThing, NotServedReason } from '../../record/listing.ts'

/** What the calendar of a portal lists, and why some of it could not be read. */
export interface Listing {
  things: readonly ListedThing[]
  /** Why a thing is not served; nothing is said of those that were read. */
  reasonFor(thing: ListedThing): NotServedReason | undefined
}

const identityOf = ({ kind, key, address }: Pick<ListedThing, 'kind' | 'key' | 'address'>) =>
  kind === 'meeting' ? `${kind} ${key}` : `${kind} ${key} ${address}`

/** Collects what a calendar lists, each thing once. */
export class ListedThings implements Listing {
  readonly #things = new Map<string, ListedThing>()
  readonly #reasons = new Map<string, NotServedReason>()

  get things(): readonly ListedThing[] {
    return [...this.#things.values()]
  }

  add(thing: ListedThing, reason?: NotServedReason): void {
    this.#things.set(identityOf(thing), thing)
    if (reason !== undefined) this.note(thing, reason)
  }

  note(thing: Pick<ListedThing, 'kind' | 'key' | 'address'>, reason: NotServedReason): void {
    this.#reasons.set(identityOf(thing), reason)
  }

  reasonFor(thing: ListedThing): NotServedReason | undefined {
    return this.#reasons.get(identityOf(thing))
  }
}
