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

/** What was found in one state of the database. */
class RememberedRows {
  readonly #ask: LookUp
  /** A promise while it is asked for. */
  readonly #found = new Map<string, object>()
  #state: State

  constructor(ask: LookUp) {
    this.#ask = ask
  }

  beIn(state: State): void {
    if (state !== this.#state) this.#found.clear()
    this.#state = state
  }

  find(text: string, values: readonly unknown[]): Awaitable<unknown> {
    const question = text + JSON.stringify(values)
    const known = this.#found.get(question)
    if (known !== undefined) return known
    const found = this.#ask(text, values)
    if (this.#found.size >= rememberedMax) this.#found.clear()
    // What is not there can be asked for in endless ways.
    if (found instanceof Object) this.#found.set(question, found)
    if (found instanceof Promise) this.#keepOnly(question, found)
    return found
  }

  #keepOnly(question: string, found: Promise<unknown>): void {
    const settle = (row?: unknown) => {
      if (this.#found.get(question) !== found) return
      if (row instanceof Object) this.#found.set(question, row)
      else this.#found.delete(question)
    }
    found.then(settle, () => settle())
  }
}
