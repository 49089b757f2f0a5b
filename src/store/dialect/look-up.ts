import { type Awaitable, whenThere } from '../../core/awaitable.ts'

const rememberedMax = 10_000

/** The first row that a statement finds with these values, as it is at this moment; undefined where there is none. */
export type LookUp = (text: string, values: readonly unknown[]) => Awaitable<unknown>

/** Ways to look rows up. */
export interface LookUps {
  lookUp: LookUp
  /**
   * Runs `work` at a moment after this was asked for. Whatever `work` looks up before it waits for anything is of that
   * moment, and is there at once where it was found before.
   */
  together<T>(work: () => Awaitable<T>): Awaitable<T>
}

type State = number | string | undefined

/**
 * Remembers the rows that are looked up for as long as the database is in the same state, which it is asked for every
 * time; who asks while another does is told the same. `stateNow` tells states apart, and comes of a moment after it was
 * asked for; undefined where that cannot be told, and then nothing is remembered.
 */
export function remembering(ask: LookUp, stateNow: () => Awaitable<State>): LookUps {
  const rows = new RememberedRows(ask)
  /** Whether the state was told in this very step. */
  let isOfNow = false
  return {
    lookUp: (text, values) => {
      if (isOfNow) return rows.find(text, values)
      return whenThere(stateNow(), (state) => {
        if (state === undefined) return ask(text, values)
        rows.beIn(state)
        return rows.find(text, values)
      })
    },
    together: (work) =>
      whenThere(stateNow(), (state) => {
        if (state === undefined) return work()
        rows.beIn(state)
        isOfNow = true
        try {
          return work()
        } finally {
          isOfNow = false
        }
      }),
  }
}

/** What was found in one state of the database: by values, for each text. A promise while it is asked for. */
class RememberedRows {
  readonly #ask: LookUp
  readonly #found = new Map<string, Map<string, object>>()
  #state: State

  constructor(ask: LookUp) {
    this.#ask = ask
  }

  beIn(state: State): void {
    if (state !== this.#state) this.#found.clear()
    this.#state = state
  }

  find(text: string, values: readonly unknown[]): Awaitable<unknown> {
    const rows = this.#found.get(text) ?? new Map<string, object>()
    this.#found.set(text, rows)
    const given = JSON.stringify(values)
    const known = rows.get(given)
    if (known !== undefined) return known
    const found = this.#ask(text, values)
    if (rows.size >= rememberedMax) rows.clear()
    // What is not there can be asked for in endless ways.
    if (found instanceof Object) rows.set(given, found)
    if (found instanceof Promise) keepOnlyRow(rows, given, found)
    return found
  }
}

function keepOnlyRow(rows: Map<string, object>, given: string, found: Promise<unknown>): void {
  const settle = (row?: unknown) => {
    if (rows.get(given) !== found) return
    if (row instanceof Object) rows.set(given, row)
    else rows.delete(given)
  }
  found.then(settle, () => settle())
}
