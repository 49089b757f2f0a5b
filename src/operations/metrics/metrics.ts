import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Sharing } from '../../access/counters.ts'
import type { LoggedResponse } from '../../http/request-log.ts'
import { type MetricFamily, metricFamily } from './metric-family.ts'
import { ProcessMetrics } from './process.ts'
import { RequestMetrics } from './requests.ts'
import { cacheBytesFamily, cacheRequestsFamily, type ResponseCacheStats } from './response-cache.ts'
import { type ObservedStores, storeFamilies } from './stores.ts'

/** The metrics of one process. */
export interface Snapshot {
  /** Counters that are summed over processes, including exited ones. */
  counted: MetricFamily[]
  /** Metrics per process, which end with it. */
  own: MetricFamily[]
}

/** Metrics of this process since its start. */
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

  observeStores(stores: ObservedStores): void {
    this.#stores = stores
  }

  /** Counts a response that was sent without the app. */
  countResponse(response: LoggedResponse): void {
    this.#requests.count(response)
  }

  observeResponseCache(cache: ResponseCacheStats): void {
    this.#responseCache = cache
  }

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
          'Requests with a valid key, by verdict of the rate limit.',
          Object.entries(this.#decisions).map(([verdict, count]) => [{ verdict }, count]),
        ),
        metricFamily(
          'counter',
          'reeve_http_connections_refused_total',
          'Connections closed because the client had too many.',
          [[{}, this.#rejectedConnections]],
        ),
        cacheRequestsFamily(this.#responseCache),
        ...(sharing === undefined ? [] : [localDecisionsFamily(sharing)]),
      ],
      own: [
        metricFamily('gauge', 'reeve_http_connections', 'Open connections.', [
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
    'Rate limit decisions that a process made without Redis, because it was late or down.',
    [[{}, localDecisions]],
  )
}

function sharingFamily(worker: string, { isUp }: Sharing): MetricFamily {
  return metricFamily(
    'gauge',
    'reeve_rate_limit_shared',
    'Whether limits are shared through Redis (1) or counted in this process alone because Redis is down (0).',
    [[{ worker }, Number(isUp)]],
  )
}
