import type { Connections } from '../../store/dialect/engine.ts'
import { type MetricFamily, metricFamily } from './metric-family.ts'

export interface ObservedStores {
  /** By purpose. */
  handles: Readonly<Record<string, { connections?: () => Connections }>>
  /** Undefined without a replica. */
  replicaIsRead?: () => boolean
}

/** Connection pools; SQLite has none. */
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
      'Database connections, by purpose and state.',
      states.flatMap(({ handle, busy, idle }) => [
        [{ worker, handle, state: 'busy' }, busy] as const,
        [{ worker, handle, state: 'idle' }, idle] as const,
      ]),
    ),
    metricFamily(
      'gauge',
      'reeve_database_connections_max',
      'Maximum database connections.',
      states.map(({ handle, max }) => [{ worker, handle }, max]),
    ),
    metricFamily(
      'gauge',
      'reeve_database_waiting',
      'Calls waiting for a database connection.',
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
      'Whether council records are read from the replica (1), or from the primary because the replica is late or down (0).',
      [[{ worker }, Number(replicaIsRead())]],
    ),
  ]
}
