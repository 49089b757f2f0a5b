import { type LookUp, type LookUps, remembering } from './look-up.ts'
import { asTheyAre, openToRead, preparedOnce } from './sqlite-driver.ts'

/**
 * Looks rows up with a connection of its own: a transaction that is open on another one would show it an older state.
 * What was committed to a file, by whichever process, moves its data version
 * (https://www.sqlite.org/pragma.html#pragma_data_version).
 */
export function lookingUp(path: string): { lookUps: LookUps; close: () => void } {
  const db = openToRead(path)
  const { prepare, close } = preparedOnce(db, asTheyAre)
  const files = db.prepare<[], string>('select name from pragma_database_list').pluck().all()
  const versions = files
    .filter((name) => name !== 'temp')
    .map((name) => db.prepare<[], number>(`pragma ${name}.data_version`).pluck())
  const find: LookUp = (text, values) => prepare(text).get(...values)
  return {
    lookUps: remembering(find, () => versions.map((version) => version.get()).join()),
    close,
  }
}
