import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Sharing } from '../../access/counters.ts'
import type { LoggedResponse } from '../../http/request-log.ts'
import { type MetricFamily, metricFamily } from './metric-family.ts'
import { ProcessMetrics } from './process.ts'
import { RequestMetrics } from './requests.ts'
import { cacheBytesFamily, cacheRequestsFamily, type ResponseCacheStats } from './response-cache.ts'
import { type ObservedStores, storeFamilies } from './stores.ts'

/** What one process has to say. */
export interface Snapshot {
  /** Adds up over the processes, and still counts when the process is gone. */
  counted: MetricFamily[]
  /** Of the process itself, as long as it lives. */
  own: MetricFamily[]
}

/** Metrics of this process, from its start. */
export class Metrics {
  readonly #requests = new RequestMetrics()
  readonly #process: ProcessMetrics
  readonly #worker: string
  readonly #decisions = { admitted: 0, refused: 0 }
  #open = 0
  #rejectedConnections = 0
  #responseCache: ResponseCacheStats = { hits: 0, misses: 0, bytes: 0 }
  #stores: ObservedStores = { handles: {} }
  #sharing: () => Sharing | undefined = () => undefined

  constructor(worker: string) {
    this.#worker = worker
    this.#process = new ProcessMetrics(worker)
  }

  /** Counts every answer of the app, and asks how counting the limit with others goes. */
  observe(app: FastifyInstance, sharing: () => Sharing | undefined): void {
    this.#requests.observe(app)
    app.server.on('connection', (socket: Socket) => {
      this.#open += 1
      socket.once('close', () => {
        this.#open -= 1
      })
    })
    this.#sharing = sharing
  }

  /** Tells from now on how busy these are. */
  observeStores(stores: ObservedStores): void {
    this.#stores = stores
  }

  /** Counts an answer that the app did not give. */
  countResponse(answer: LoggedResponse): void {
    this.#requests.count(answer)
  }

  /** Tells from now on how the cache of finished cache fares. */
  observeResponseCache(cache: ResponseCacheStats): void {
    this.#responseCache = cache
  }

  /** Counts a connection that was closed because its client had too many. */
  countRejectedConnection(): void {
    this.#rejectedConnections += 1
  }

  countDecision(admitted: boolean): void {
    this.#decisions[admitted ? 'admitted' : 'refused'] += 1
  }

  snapshot(): Snapshot {
    const worker = this.#worker
    const sharing = this.#sharing()
    return {
      counted: [
        ...this.#requests.families(),
        metricFamily(
          'counter',
          'reeve_rate_limit_requests_total',
          'Requests with a good key, by what the limit said of them.',
          Object.entries(this.#decisions).map(([verdict, count]) => [{ verdict }, count]),
        ),
        metricFamily(
          'counter',
          'reeve_http_connections_refused_total',
          'Connections that were closed because their client had too many.',
          [[{}, this.#rejectedConnections]],
        ),
        cacheRequestsFamily(this.#responseCache),
        ...(sharing === undefined ? [] : [localDecisionsFamily(sharing)]),
      ],
      own: [
        metricFamily('gauge', 'reeve_http_connections', 'Connections that are open now.', [
          [{ worker }, this.#open],
        ]),
        cacheBytesFamily(worker, this.#responseCache),
        ...storeFamilies(worker, this.#stores),
        ...this.#process.families(),
        ...(sharing === undefined ? [] : [sharingFamily(worker, sharing)]),
      ],
    }
  }
}

function localDecisionsFamily({ localDecisions }: Sharing): MetricFamily {
  return metricFamily(
    'counter',
    'reeve_rate_limit_alone_total',
    'Requests with a good key that a process decided by itself, because Redis was late or out of reach.',
    [[{}, localDecisions]],
  )
}

function sharingFamily(worker: string, { isUp }: Sharing): MetricFamily {
  return metricFamily(
    'gauge',
    'reeve_rate_limit_shared',
    'Whether limits are counted in Redis now (1), or in this process alone because it is out of reach (0).',
    [[{ worker }, Number(isUp)]],
  )
}
