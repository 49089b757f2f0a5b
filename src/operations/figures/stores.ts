import type { Connections } from '../../store/dialect/engine.ts'
import { type Family, series } from './families.ts'

/** What a server reads and writes with. */
export interface WatchedStores {
  /** By what the handle is for. */
  handles: Readonly<Record<string, { connections?: () => Connections }>>
  /** Whether the record is read from the replica now; absent where there is none. */
  replicaIsRead?: () => boolean
}

const connections = 'reeve_database_connections'
const most = 'reeve_database_connections_max'
const waits = 'reeve_database_waiting'
const replica = 'reeve_replica_read'

/** How busy the connections of one process to its database are. Nothing on SQLite, where nobody waits for one. */
export function storeFamilies(worker: string, stores: WatchedStores): Family[] {
  const states = Object.entries(stores.handles).flatMap(([handle, store]) =>
    store.connections === undefined ? [] : [{ handle, ...store.connections() }],
  )
  return [
    ...(states.length === 0 ? [] : poolFamilies(worker, states)),
    ...replicaFamily(worker, stores),
  ]
}

function poolFamilies(worker: string, states: (Connections & { handle: string })[]): Family[] {
  return [
    {
      name: connections,
      type: 'gauge',
      help: 'Connections to the database now, by what they are for and whether they are in use.',
      samples: states.flatMap(({ handle, busy, idle }) => [
        [series(connections, { worker, handle, state: 'busy' }), busy],
        [series(connections, { worker, handle, state: 'idle' }), idle],
      ]),
    },
    {
      name: most,
      type: 'gauge',
      help: 'Connections to the database that there may be.',
      samples: states.map(({ handle, max }) => [series(most, { worker, handle }), max]),
    },
    {
      name: waits,
      type: 'gauge',
      help: 'Who waits for a connection to the database now, because all are in use.',
      samples: states.map(({ handle, waiting }) => [series(waits, { worker, handle }), waiting]),
    },
  ]
}

function replicaFamily(worker: string, { replicaIsRead }: WatchedStores): Family[] {
  if (replicaIsRead === undefined) return []
  return [
    {
      name: replica,
      type: 'gauge',
      help: 'Whether the record is read from the replica now (1), or from the primary because the replica is late or lost (0).',
      samples: [[series(replica, { worker }), Number(replicaIsRead())]],
    },
  ]
}
