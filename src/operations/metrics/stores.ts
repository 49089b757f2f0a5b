import type { Connections } from '../../store/dialect/engine.ts'
import { type MetricFamily, metricFamily } from './metric-family.ts'

/** What a server reads and writes with. */
export interface ObservedStores {
  /** By what the handle is for. */
  handles: Readonly<Record<string, { connections?: () => Connections }>>
  /** Whether the record is read from the replica now; absent where there is none. */
  replicaIsRead?: () => boolean
}

/** How busy the connections of one process to its database are. Nothing on SQLite, where nobody waits for one. */
export function storeFamilies(worker: string, stores: ObservedStores): MetricFamily[] {
  const states = Object.entries(stores.handles).flatMap(([handle, store]) =>
    store.connections === undefined ? [] : [{ handle, ...store.connections() }],
  )
  return [
    ...(states.length === 0 ? [] : poolFamilies(worker, states)),
    ...replicaFamily(worker, stores),
  ]
}

function poolFamilies(
  worker: string,
  states: (Connections & { handle: string })[],
): MetricFamily[] {
  return [
    metricFamily(
      'gauge',
      'reeve_database_connections',
      'Connections to the database now, by what they are for and whether they are in use.',
      states.flatMap(({ handle, busy, idle }) => [
        [{ worker, handle, state: 'busy' }, busy] as const,
        [{ worker, handle, state: 'idle' }, idle] as const,
      ]),
    ),
    metricFamily(
      'gauge',
      'reeve_database_connections_max',
      'Connections to the database that there may be.',
      states.map(({ handle, max }) => [{ worker, handle }, max]),
    ),
    metricFamily(
      'gauge',
      'reeve_database_waiting',
      'Who waits for a connection to the database now, because all are in use.',
      states.map(({ handle, waiting }) => [{ worker, handle }, waiting]),
    ),
  ]
}

function replicaFamily(worker: string, { replicaIsRead }: ObservedStores): MetricFamily[] {
  if (replicaIsRead === undefined) return []
  return [
    metricFamily(
      'gauge',
      'reeve_replica_read',
      'Whether the record is read from the replica now (1), or from the primary because the replica is late or lost (0).',
      [[{ worker }, Number(replicaIsRead())]],
    ),
  ]
}
