import { type Awaitable, whenThere } from '../../core/awaitable.ts'

const rememberedMax = 10_000

/** The first row that a statement finds with these values, as it is at this moment; undefined where there is none. */
export type LookUp = (text: string, values: readonly unknown[]) => Awaitable<unknown>

type State = number | string | undefined

/**
 * Remembers the rows that are looked up for as long as the database is in the same state, which it is asked for every
 * time; who asks while another does is told the same. `stateNow` tells states apart, and comes of a moment after it was
 * asked for; undefined where that cannot be told, and then nothing is remembered.
 */
export function remembering(lookUp: LookUp, stateNow: () => Awaitable<State>): LookUp {
  const remembered = new Map<string, object>()
  let state: State
  const find: LookUp = (text, values) => {
    const question = text + JSON.stringify(values)
    const known = remembered.get(question)
    if (known !== undefined) return known
    const found = lookUp(text, values)
    if (remembered.size >= rememberedMax) remembered.clear()
    // What is not there can be asked for in endless ways.
    if (found instanceof Object) remembered.set(question, found)
    if (found instanceof Promise) keepOnly(question, found)
    return found
  }
  const keepOnly = (question: string, found: Promise<unknown>) => {
    const settle = (row?: unknown) => {
      if (remembered.get(question) !== found) return
      if (row instanceof Object) remembered.set(question, row)
      else remembered.delete(question)
    }
    found.then(settle, () => settle())
  }
  return (text, values) =>
    whenThere(stateNow(), (now) => {
      if (now === undefined) return lookUp(text, values)
      if (now !== state) remembered.clear()
      state = now
      return find(text, values)
    })
}
