import { groupBy } from '../../../core/group-by.ts'
import { historyOfRecordMax } from '../../../record/history-fields.ts'
import type { ShownChange } from './queries.ts'

/** Fields of which an import often sees many changes, because one item was added. */
const renumbering = ['item_number', 'position'] as const

/** A change of position with the numbers of the item, if the import saw both. */
export type NumberedChange = ShownChange & { numbers?: { from: string; to: string } }

/** Changes of one field in many items, of which the list is folded away. */
export interface Renumbering {
  field: (typeof renumbering)[number]
  count: number
  /** Whether there may have been more, which are no longer kept. */
  isCut: boolean
  changes: NumberedChange[]
}

/** What an import saw, in the order in which it noted it. */
export interface Look {
  times: Pick<ShownChange, 'seen_at' | 'not_before'>
  changes: NumberedChange[]
  renumberings: Renumbering[]
}

/** The changes of a record by import, the newest first, with at most `max` lines. */
export function looksIn(changes: readonly ShownChange[], max: number): Look[] {
  const seenAt = groupBy(changes, ({ seen_at: seen }) => seen)
  const all = [...new Set(changes.map(({ seen_at: seen }) => seen))].map((seen) =>
    toLook(seenAt(seen).toReversed()),
  )
  const last = all.at(-1)?.renumberings ?? []
  for (const one of last) one.isCut = changes.length === historyOfRecordMax
  const open = all.reduce((lines, look) => lines + look.changes.length, 0)
  // "And 1 more" is as long as the line itself.
  let left = [open, changes.length].includes(max + 1) ? max + 1 : max
  const take = <T>(some: readonly T[]): T[] => {
    const taken = some.slice(0, left)
    left -= taken.length
    return taken
  }
  // Folded lines come last.
  for (const look of all) look.changes = take(look.changes)
  for (const { renumberings } of all)
    for (const one of renumberings) one.changes = take(one.changes)
  return all.filter((look) => look.changes.length + look.renumberings.length > 0)
}

function toLook(seen: ShownChange[]): Look {
  const changes = withNumbers(seen)
  const renumberings = renumbering
    .map((field) => {
      const own = changes.filter((change) => change.field === field)
      return { field, count: own.length, isCut: false, changes: own }
    })
    .filter(({ count }) => count > 1)
  const folded = new Set<string>(renumberings.map(({ field }) => field))
  const { seen_at = '', not_before = null } = changes[0] ?? {}
  return {
    times: { seen_at, not_before },
    changes: changes.filter(({ field }) => !folded.has(field)),
    renumberings,
  }
}

function withNumbers(changes: readonly ShownChange[]): NumberedChange[] {
  const numbered = new Map(
    changes
      .filter(({ field }) => field === 'item_number')
      .map((change) => [change.about_slug, change]),
  )
  return changes.map((change) => {
    const { old: from = null, new: to = null } = numbered.get(change.about_slug) ?? {}
    const isKnown = change.field === 'position' && from !== null && to !== null
    return isKnown ? { ...change, numbers: { from, to } } : change
  })
}

/** The lines of looks. */
export const linesIn = (looks: readonly Look[]): number =>
  looks
    .flatMap((look) => [look, ...look.renumberings])
    .reduce((lines, { changes }) => lines + changes.length, 0)
