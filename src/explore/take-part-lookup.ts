import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import type { Municipality } from '../http/admission.ts'
import type { ReadStore } from '../store/open.ts'
import { readTakePart, type TakePart } from '../store/take-part.ts'
import { parseRule } from '../take-part/rule.ts'

const councilsKept = 1000

interface Kept {
  version: string
  settings: readonly TakePart[]
}

/** How to take part in the meetings of each council, read again when its data has a new version. */
export class TakePartLookup {
  readonly #stores: { accounts: ReadStore; store: ReadStore }
  readonly #kept = new LRUCache<string, Kept>({ max: councilsKept })

  constructor(stores: { accounts: ReadStore; store: ReadStore }) {
    this.#stores = stores
  }

  async of(municipality: Municipality): Promise<readonly TakePart[]> {
    const { slug, dataVersion, updatedAt } = municipality
    const version = `${dataVersion} ${updatedAt}`
    const kept = this.#kept.get(slug)
    if (kept?.version === version) return kept.settings
    const { accounts, store } = this.#stores
    const settings = await readTakePart({ accounts: accounts.db, record: store.db }, municipality)
    this.#kept.set(slug, { version, settings })
    return settings
  }
}

/** How many times of day of the rules are past: pages change when it does. */
export function countPast(settings: readonly TakePart[], timeZone: string, now: number): number {
  const rules = settings.flatMap(({ rule }) => (rule === null ? [] : (parseRule(rule) ?? [])))
  if (rules.length === 0) return 0
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const isPast = (rule: (typeof rules)[number]) =>
    rule.hour * 60 + rule.minute <= hour * 60 + minute
  return rules.filter(isPast).length
}
