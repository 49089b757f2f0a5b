import type { PostgresPool } from 'kysely'
import { type LookUps, remembering } from './look-up.ts'
import { askPool } from './postgres-driver.ts'

/**
 * Which transactions are seen: no two states of a server have the same, from its start to its next. A standby does not
 * list those that run (https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT), so it cannot
 * tell.
 */
const stateNow = `select concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time()) as state
  where not pg_is_in_recovery()`

/**
 * Looks rows up through a pool. All that is looked up in one turn of the event loop shares one question: whether the
 * state is still that of what was found before.
 */
export function lookingUpIn(pool: PostgresPool & { readonly made: number }): LookUps {
  const find = async <R>(text: string, values: readonly unknown[]) =>
    (await askPool<R>(pool, text, values)).rows[0]
  const askState = async () => {
    const row = await find<{ state: string }>(stateNow, [])
    // A server that recovers from a crash can give numbers again, and does not count as started anew. But it has ended all
    // connections, so this came by another one.
    return row && `${row.state} ${pool.made}`
  }
  return remembering(find, onceInTurn(askState))
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
