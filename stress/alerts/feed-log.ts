import { mailedAs } from './read-digest.ts'
import type { SeenEntry, SeenFeed } from './town-feed.ts'

/** What an entry told from a look on; null if it was missing. */
interface Version extends SeenEntry {
  look: number
  isGone: boolean
}

interface Told {
  entry: SeenEntry
  event: string
  isGone: boolean
  /** Whether it tells what its reader knows again after something else meanwhile, or what was on an agenda. */
  isAgain: boolean
}

/** Entries as `mailedAs` names them. */
export interface News {
  due: string[]
  /** May be mailed or not. */
  possible: string[]
}

/** What was seen in a feed, look by look: what is news to somebody who read it at one of them. */
export class FeedLog {
  readonly #versions = new Map<string, Version[]>()
  readonly #told = new Map<string, Told[]>()
  #current: SeenFeed | undefined
  #look = -1
  #now = 0

  get page(): string {
    return this.#current?.page ?? ''
  }

  /** Whether it is there. */
  get isThere(): boolean {
    return this.#current !== undefined
  }

  add(look: number, feed: SeenFeed | undefined, now: number): void {
    this.#current = feed
    this.#look = look
    this.#now = now
    this.#told.clear()
    if (feed === undefined) return
    const ids = new Set(feed.entries.map(({ id }) => id))
    for (const entry of feed.entries) this.#note(entry, false)
    if (feed.isCut) return
    for (const versions of this.#versions.values()) {
      const last = versions.at(-1) as Version
      if (last.ahead !== null && last.ahead.until > now && !ids.has(last.id)) this.#note(last, true)
    }
  }

  #note(entry: SeenEntry, isGone: boolean): void {
    const versions = this.#versions.get(entry.id) ?? []
    this.#versions.set(entry.id, versions)
    const last = versions.at(-1)
    const isSame = last?.state === entry.state && last.isGone === isGone
    // A meeting that begins tells something else.
    if (isSame && (last.ahead === null) === (entry.ahead === null)) return
    versions.push({ ...entry, look: this.#look, isGone })
  }

  /** What is news now to a reader of a former look who follows it since a day. */
  newsSince(look: number, sinceDay: string, events: readonly string[]): News {
    const key = `${look} ${sinceDay}`
    const told = this.#told.get(key) ?? [...this.#changed(look, sinceDay), ...this.#missing(look)]
    this.#told.set(key, told)
    const chosen = told.filter(({ event }) => events.includes(event))
    const named = (some: Told[]) =>
      some.map(({ entry, event, isGone }) => mailedAs({ ...entry, event, isGone }))
    return {
      due: named(chosen.filter(({ isAgain }) => !isAgain)),
      possible: named(chosen.filter(({ isAgain }) => isAgain)),
    }
  }

  *#changed(look: number, sinceDay: string): Generator<Told> {
    for (const entry of this.#current?.entries ?? []) {
      const before = this.#at(entry.id, look)
      if (before === this.#versions.get(entry.id)?.at(-1)) continue
      const isOld = entry.day !== null && entry.day < sinceDay
      const event = eventOf(entry, before)
      if (isOld || event === null) continue
      const isOldState = before?.state === entry.state && !before.isGone
      const isAgain = isOldState || this.#wasAnnounced(entry)
      yield { entry, event, isGone: false, isAgain }
    }
  }

  *#missing(look: number): Generator<Told> {
    for (const versions of this.#versions.values()) {
      const last = versions.at(-1) as Version
      const before = this.#at(last.id, look)
      const wasThere = before !== undefined && !before.isGone && before.ahead !== null
      const isToCome = (last.ahead?.until ?? 0) > this.#now
      if (last.isGone && wasThere && isToCome)
        yield { entry: last, event: 'changed', isGone: true, isAgain: false }
    }
  }

  /** Whether an item of a meeting that has begun was on its agenda before; its entry may have others too that were not. */
  #wasAnnounced({ event, url, title }: SeenEntry): boolean {
    if (event !== 'other' || !url.includes('/meetings/')) return false
    const start = `${url.split('#', 1)[0]}#agenda-`
    for (const [id, [version]] of this.#versions)
      if (id.startsWith(start) && version !== undefined && title.endsWith(version.title))
        return true
    return false
  }

  #at(id: string, look: number): Version | undefined {
    return this.#versions.get(id)?.findLast((version) => version.look <= look)
  }
}

/** What an entry tells somebody who knows what it told before. */
function eventOf(entry: SeenEntry, before: Version | undefined): string | null {
  const wasThere = before !== undefined && !before.isGone && before.ahead !== null
  const isMoved = wasThere && entry.ahead !== null && entry.ahead.said !== before.ahead?.said
  return isMoved ? 'changed' : entry.event
}
