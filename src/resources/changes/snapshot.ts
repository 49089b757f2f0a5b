import type { Cursors } from '../../http/cursor.ts'
import { servedKinds } from '../../record/served-kinds.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { ServedScope } from '../_shared/served.ts'
import { type Resources, readItems, toJson } from './items.ts'
import { listChanges } from './queries.ts'
import { startOf, tokenOf } from './tokens.ts'

/** All records as a list of changes has them, and the token with which that goes on. */
export interface Snapshot {
  token: string
  /** The lines of some changes. */
  batches: AsyncIterable<string[]>
}

const rowsRead = 250

/** Of the state of the database that `db` reads. */
export async function readSnapshot(
  resources: Resources,
  db: ReadDatabase,
  { cursors, scope }: { cursors: Cursors; scope: ServedScope },
): Promise<Snapshot> {
  const { municipalityId } = scope
  const query = { municipalityId, kinds: servedKinds, since: undefined, cursor: undefined }
  const start = await startOf(db, cursors, query)
  return { token: tokenOf(cursors, query, start), batches: batches() }

  async function* batches() {
    let { after } = start
    for (;;) {
      const rows = await listChanges(db, { ...query, ...start, after }, rowsRead)
      const items = (await readItems(rows, resources, { db, scope, hasLeft: () => false })) ?? []
      if (items.length > 0) yield items.map(toJson)
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsRead) return
      after = { version: last.version, kind: last.kind_order, id: last.id }
    }
  }
}
