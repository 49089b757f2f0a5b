import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Sharing } from '../access/counters.ts'
import { apiSecurityHeaders, type LoggedResponse, sendHeaders } from '../http/responses.ts'
import { type AlertCounts, countAlerts } from '../store/alert-counts.ts'
import type { Connections } from '../store/dialect/engine.ts'
import { ownIteration } from '../store/iterations.ts'
import { downFamilies, sourceStateOf } from '../store/source-state.ts'
import { CachedProbe } from './cached-probe.ts'
import { type ImportStates, listImportStates } from './queries.ts'
import type { OperationsDeps } from './readiness.routes.ts'

/** The metrics of one process, as plain data that crosses to another. Those that end with it have the label `worker`. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export interface ResponseCacheStats {
  readonly hits: number
  readonly misses: number
  readonly bytes: number
}

/** Stores by purpose. */
type ObservedStores = Readonly<Record<string, { connections?: () => Connections }>>

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])
const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const nanosecondsInSecond = 1e9
const microsecondsInSecond = 1e6
const resolutionMs = 20

/** Metrics of this process since its start, by route instead of URL, so that clients cannot create series. */
export class Metrics {
  readonly #registry: Registry
  readonly #worker: string
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #durations: Histogram<'method' | 'route'>
  readonly #decisions: Counter<'verdict'>
  readonly #rejectedConnections: Counter
  readonly #connections: Gauge<'worker'>

  /** @param worker The slot of the worker. */
  constructor(worker: string) {
    this.#worker = worker
    this.#registry = processRegistry(worker)
    const registers = [this.#registry]
    this.#requests = new Counter({
      name: 'reeve_http_requests_total',
      help: 'Requests by route, method and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'reeve_http_request_duration_seconds',
      help: 'Seconds from the request headers to the end of the response.',
      labelNames: ['method', 'route'],
      buckets: bucketSeconds,
      registers,
    })
    this.#decisions = new Counter({
      name: 'reeve_rate_limit_requests_total',
      help: 'Requests with a valid key, by verdict of the rate limit.',
      labelNames: ['verdict'],
      registers,
    })
    for (const verdict of ['admitted', 'refused']) this.#decisions.inc({ verdict }, 0)
    this.#rejectedConnections = new Counter({
      name: 'reeve_http_connections_refused_total',
      help: 'Connections closed because the client had too many.',
      registers,
    })
    this.#connections = new Gauge({
      name: 'reeve_http_connections',
      help: 'Open connections.',
      labelNames: ['worker'],
      registers,
    })
    this.#connections.set({ worker }, 0)
  }

  observe(app: FastifyInstance, sharing: () => Sharing | undefined): void {
    app.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request
      const { statusCode: status, elapsedTime: ms } = reply
      this.countResponse({ method, route: routeOptions.url ?? 'none', status, ms })
      done()
    })
    const worker = this.#worker
    app.server.on('connection', (socket: Socket) => {
      this.#connections.inc({ worker })
      socket.once('close', () => this.#connections.dec({ worker }))
    })
    if (sharing() !== undefined) this.#observeSharing(sharing)
  }

  #observeSharing(sharing: () => Sharing | undefined): void {
    const worker = this.#worker
    const registers = [this.#registry]
    countTotals(registers, {
      name: 'reeve_rate_limit_alone_total',
      help: 'Rate limit decisions that a process made without Redis, because it was late or down.',
      totals: () => [[{}, sharing()?.localDecisions ?? 0]],
    })
    gauge(registers, {
      name: 'reeve_rate_limit_shared',
      help: 'Whether limits are shared through Redis (1) or counted in this process alone because Redis is down (0).',
      values: () => [[{ worker }, Number(sharing()?.isUp)]],
    })
  }

  /** Connection pools, which SQLite does not have. */
  observeStores(stores: ObservedStores): void {
    const worker = this.#worker
    const registers = [this.#registry]
    const pools = Object.entries(stores).flatMap(([handle, { connections }]) =>
      connections === undefined ? [] : [{ handle, connections }],
    )
    const each = (values: (pool: Connections) => [Labels, number][]) => () =>
      pools.flatMap(({ handle, connections }) =>
        values(connections()).map(([labels, value]): [Labels, number] => [
          { worker, handle, ...labels },
          value,
        ]),
      )
    if (pools.length === 0) return
    gauge(registers, {
      name: 'reeve_database_connections',
      help: 'Database connections, by purpose and state.',
      values: each(({ busy, idle }) => [
        [{ state: 'busy' }, busy],
        [{ state: 'idle' }, idle],
      ]),
    })
    gauge(registers, {
      name: 'reeve_database_connections_max',
      help: 'Maximum database connections.',
      values: each(({ max }) => [[{}, max]]),
    })
    gauge(registers, {
      name: 'reeve_database_waiting',
      help: 'Calls waiting for a database connection.',
      values: each(({ waiting }) => [[{}, waiting]]),
    })
  }

  observeResponseCache(cache: ResponseCacheStats): void {
    const worker = this.#worker
    const registers = [this.#registry]
    countTotals(registers, {
      name: 'reeve_page_cache_requests_total',
      help: 'Requests for cacheable responses, by hit or miss.',
      totals: () => [
        [{ result: 'hit' }, cache.hits],
        [{ result: 'miss' }, cache.misses],
      ],
    })
    gauge(registers, {
      name: 'reeve_page_cache_bytes',
      help: 'Bytes of cached responses.',
      values: () => [[{ worker }, cache.bytes]],
    })
  }

  /** Counts a response, one that was sent without the app too. */
  countResponse({ method: sent, route, status, ms }: Omit<LoggedResponse, 'keyId'>): void {
    const method = methods.has(sent) ? sent : 'other'
    this.#requests.inc({ method, route, status })
    this.#durations.observe({ method, route }, ms / 1000)
  }

  countRejectedConnection(): void {
    this.#rejectedConnections.inc()
  }

  countDecision(admitted: boolean): void {
    this.#decisions.inc({ verdict: admitted ? 'admitted' : 'refused' })
  }

  /** Event loop lag is measured since the previous call. */
  snapshot(): Promise<ProcessMetrics> {
    return this.#registry.getMetricsAsJSON()
  }
}

type Labels = Readonly<Record<string, string | number>>

interface Observed {
  name: string
  help: string
}

/** A gauge that is read when it is collected. */
function gauge(
  registers: Registry[],
  { values, ...config }: Observed & { values: () => [Labels, number][] },
): void {
  new Gauge({
    ...config,
    labelNames: values().flatMap(([labels]) => Object.keys(labels)),
    registers,
    collect() {
      for (const [labels, value] of values()) this.set(labels, value)
    },
  })
}

/** A counter whose totals are counted elsewhere. */
function countTotals(
  registers: Registry[],
  { totals, ...config }: Observed & { totals: () => [Labels, number][] },
): void {
  new Counter({
    ...config,
    labelNames: totals().flatMap(([labels]) => Object.keys(labels)),
    registers,
    collect() {
      this.reset()
      for (const [labels, value] of totals()) this.inc(labels, value)
    },
  })
}

/** Metrics of the process itself, named as in Prometheus client libraries. */
export function processRegistry(worker: string): Registry {
  const registry = new Registry()
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  gauge(registers, {
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    values: () => [[{ worker }, process.memoryUsage.rss()]],
  })
  countTotals(registers, {
    name: 'process_cpu_seconds_total',
    help: 'CPU time in seconds.',
    totals: () => {
      const { user, system } = process.cpuUsage()
      return [[{ worker }, (user + system) / microsecondsInSecond]]
    },
  })
  gauge(registers, {
    name: 'process_start_time_seconds',
    help: 'Start time, in seconds since 1970.',
    values: () => [[{ worker }, Math.round(Date.now() / 1000 - process.uptime())]],
  })
  gauge(registers, {
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'Maximum event loop lag since the last scrape.',
    values: () => [[{ worker }, delay.max / nanosecondsInSecond]],
  })
  gauge(registers, {
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: '99th percentile of event loop lag since the last scrape.',
    values: () => {
      const lag = delay.percentile(99) / nanosecondsInSecond
      delay.reset()
      return [[{ worker }, lag]]
    },
  })
  return registry
}

/** Sums snapshots by series; those of exited processes without what ended with them. */
export function sumSnapshots(
  running: readonly ProcessMetrics[],
  exited: readonly ProcessMetrics[] = [],
): Promise<ProcessMetrics> {
  const ended = exited.map((snapshot) =>
    snapshot.map((metric) => ({
      ...metric,
      values: metric.values.filter(({ labels }) => labels.worker === undefined),
    })),
  )
  return AggregatorRegistry.aggregate([...running, ...ended]).getMetricsAsJSON()
}

export interface MetricsDeps extends OperationsDeps {
  version: string
  /** Metrics of all processes of the service. */
  gather: () => Promise<ProcessMetrics[]>
}

/** `/metrics` in the Prometheus text format, for all processes. Not part of the API. */
export const metrics: FastifyPluginAsync<MetricsDeps> = async (app, deps) => {
  const { store, clock, version, gather } = deps
  const imports = new CachedProbe(() => listImportStates(store), clock)
  const alerts = new CachedProbe(() => countAlerts(store.db), clock)
  rejectOtherSpellings(app)
  sendHeaders(app, apiSecurityHeaders)
  const scrape = async () => {
    const snapshots = await gather()
    const found = (await imports.get()) ?? { states: [], sources: [] }
    const service = serviceRegistry(version, found.states, clock.now())
    observeSources(service, found.sources, clock.now())
    observeAlerts(service, await alerts.get())
    const all = AggregatorRegistry.aggregate([await service.getMetricsAsJSON(), ...snapshots])
    return { type: all.contentType, text: await all.metrics() }
  }
  let next: ReturnType<typeof scrape> | undefined
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    // A scrape takes milliseconds: those that ask before it begins share it.
    next ??= ownIteration().then(() => {
      next = undefined
      return scrape()
    })
    const { type, text } = await next
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}

// A proxy may block `/metrics` without decoding the path, so `/%6detrics` must not work.
function rejectOtherSpellings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/metrics(\?|$)/.test(request.originalUrl)) return reply.callNotFound()
  })
}

/** Metrics of the service as a whole. */
function serviceRegistry(version: string, states: ImportStates['states'], now: number): Registry {
  const registry = new Registry()
  const registers = [registry]
  gauge(registers, {
    name: 'reeve_build_info',
    help: 'The running release; always 1.',
    values: () => [[{ version, node: process.version }, 1]],
  })
  gauge(registers, {
    name: 'reeve_import_age_seconds',
    help: 'Seconds since the last successful import of a municipality, or since it was added.',
    values: () =>
      states.map(({ municipality, currentAt }) => [
        { municipality },
        Math.round((now - Date.parse(currentAt)) / 1000),
      ]),
  })
  gauge(registers, {
    name: 'reeve_newest_record_age_seconds',
    help: 'Seconds since the newest meeting of a municipality that took place; without any, since the day up to which its source speaks.',
    values: () =>
      states.flatMap(({ municipality, newestRecord }) =>
        newestRecord === null
          ? []
          : [[{ municipality }, Math.round((now - Date.parse(newestRecord)) / 1000)]],
      ),
  })
  gauge(registers, {
    name: 'reeve_imports_failing',
    help: 'Importers of a municipality whose last run failed.',
    values: () => states.map(({ municipality, failing }) => [{ municipality }, failing]),
  })
  return registry
}

/** The states of remembered sources; those of hosts that are down are one series. */
function observeSources(registry: Registry, sources: ImportStates['sources'], now: number): void {
  const registers = [registry]
  gauge(registers, {
    name: 'reeve_source_state',
    help: 'Sources of a municipality by importer and state (ok, late, failing, stopped or running), without those of hosts that are down.',
    values: () => {
      const states = sources.map((source) => ({ ...source, ...sourceStateOf(source, now) }))
      const up = states.filter(({ state }) => state !== 'down')
      const keyOf = ({ municipality, importer, state }: (typeof up)[number]) =>
        [municipality, importer, state].join(' ')
      return Object.values(Object.groupBy(up, keyOf)).flatMap((alike = []) =>
        alike
          .slice(0, 1)
          .map(({ municipality, importer, state }): [Labels, number] => [
            { municipality, importer, state },
            alike.length,
          ]),
      )
    },
  })
  gauge(registers, {
    name: 'reeve_source_hosts_down',
    help: 'Sources that wait for hosts of which several sources in a row could not be read.',
    values: () => downFamilies(sources).map(({ family, sources }) => [{ hosts: family }, sources]),
  })
}

/** E-mail alerts, without addresses; nothing if they cannot be counted. */
function observeAlerts(registry: Registry, counts: AlertCounts | undefined): void {
  if (counts === undefined) return
  const registers = [registry]
  const byState = (states: Record<string, number>) => () =>
    Object.entries(states).map(([state, count]): [Labels, number] => [{ state }, count])
  gauge(registers, {
    name: 'reeve_alert_subscribers',
    help: 'E-mail addresses: active, unconfirmed, rejected, or bounced because an e-mail came back.',
    values: byState(counts.subscribers),
  })
  gauge(registers, {
    name: 'reeve_alerts',
    help: 'Confirmed e-mail alerts.',
    values: () => [[{}, counts.alerts]],
  })
  gauge(registers, {
    name: 'reeve_alert_mails',
    help: 'E-mails that wait, and those sent in the last 30 days.',
    values: byState(counts.mails),
  })
  gauge(registers, {
    name: 'reeve_alert_addresses_left',
    help: 'E-mail addresses deleted in the last 30 days by a link or a complaint.',
    values: () => [[{}, counts.left]],
  })
}
