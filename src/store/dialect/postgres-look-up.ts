import type { PostgresPool } from 'kysely'
import { type LookUp, remembering } from './look-up.ts'

/**
 * Which transactions are seen: no two states have the same of one start of a server. A standby does not list those that
 * run (https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT), so it cannot tell.
 */
const stateNow = `select concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time()) as state
  where not pg_is_in_recovery()`

/**
 * Looks rows up through a pool. All that is looked up in one turn of the event loop shares one question: whether the
 * state is still that of what was found before.
 */
export function lookingUpIn(pool: PostgresPool): LookUp {
  const find = async (text: string, values: readonly unknown[]) => {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ state?: string }>(text, values)
      return rows[0]
    } finally {
      client.release()
    }
  }
  return remembering(
    find,
    onceInTurn(async () => (await find(stateNow, []))?.state),
  )
}

/** One answer for everyone who asks in this turn of the event loop; the question is put after the last of them. */
function onceInTurn<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  const afterAll = () =>
    new Promise<T>((resolve) => {
      setImmediate(() => {
        answer = undefined
        resolve(ask())
      })
    })
  return () => {
    answer ??= afterAll()
    return answer
  }
}
