import { LRUCache } from 'lru-cache'
import { asTheyAre, openToRead, preparedOnce } from './sqlite-driver.ts'

const rememberedMax = 10_000

/**
 * Looks rows up with a connection of its own: a transaction that is open on another one would show it an older state.
 * A row is remembered until anything at all is committed to the file, by whichever process: its data version
 * (https://www.sqlite.org/pragma.html#pragma_data_version) is asked every time.
 */
export function lookingUp(path: string) {
  const db = openToRead(path)
  const { prepare, close } = preparedOnce(db, asTheyAre)
  const dataVersion = db.prepare<[], number>('pragma data_version').pluck()
  const remembered = new LRUCache<string, object>({ max: rememberedMax })
  let version: number | undefined
  return {
    lookUp: (text: string, values: readonly unknown[]) => {
      const now = dataVersion.get()
      if (now !== version) remembered.clear()
      version = now
      const question = text + JSON.stringify(values)
      const known = remembered.get(question)
      if (known !== undefined) return known
      const found = prepare(text).get(...values)
      // What is not there can be asked for in endless ways.
      if (found instanceof Object) remembered.set(question, found)
      return found
    },
    close,
  }
}
