import type { FastifyInstance } from 'fastify'
import type { LoggedResponse } from '../../http/request-log.ts'
import { type MetricFamily, metricFamily, series } from './metric-family.ts'

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])
const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface RouteStats {
  route: string
  method: string
  statuses: Map<number, number>
  /** Responses per bucket of `bucketSeconds`, not cumulative; the last bucket has no upper bound. */
  buckets: number[]
  seconds: number
}

/** Requests by route instead of URL, so that clients cannot create series. */
export class RequestMetrics {
  readonly #routes = new Map<string, Map<string, RouteStats>>()

  observe(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request
      const { statusCode: status, elapsedTime: ms } = reply
      this.count({ method, route: routeOptions.url ?? 'none', status, ms })
      done()
    })
  }

  count({ method, route, status, ms }: Omit<LoggedResponse, 'keyId'>): void {
    const stats = this.#statsOf(route, method)
    const { statuses, buckets } = stats
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const seconds = ms / 1000
    stats.seconds += seconds
    const index = bucketSeconds.findIndex((bound) => seconds <= bound)
    const bucket = index === -1 ? bucketSeconds.length : index
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }

  families(): MetricFamily[] {
    const all = [...this.#routes.values()].flatMap((byMethod) => [...byMethod.values()])
    return [
      metricFamily(
        'counter',
        'reeve_http_requests_total',
        'Requests by route, method and status.',
        all.flatMap(({ route, method, statuses }) =>
          [...statuses].map(([status, count]) => [{ method, route, status }, count] as const),
        ),
      ),
      {
        name: durations,
        type: 'histogram',
        help: 'Seconds from the request headers to the end of the response.',
        samples: all.flatMap(histogram),
      },
    ]
  }

  #statsOf(route: string, sent: string): RouteStats {
    const method = methods.has(sent) ? sent : 'other'
    const existing = this.#routes.get(route)?.get(method)
    if (existing !== undefined) return existing
    const buckets = [...bucketSeconds, 0].map(() => 0)
    const fresh = { route, method, statuses: new Map(), buckets, seconds: 0 }
    const byMethod = this.#routes.get(route) ?? new Map<string, RouteStats>()
    this.#routes.set(route, byMethod.set(method, fresh))
    return fresh
  }
}

const durations = 'reeve_http_request_duration_seconds'

function histogram({ route, method, buckets, seconds }: RouteStats): [string, number][] {
  let count = 0
  const rows = buckets.map((more, index): [string, number] => {
    count += more
    const le = bucketSeconds[index] ?? '+Inf'
    return [series(`${durations}_bucket`, { method, route, le }), count]
  })
  const labels = { method, route }
  return [
    ...rows,
    [series(`${durations}_sum`, labels), seconds],
    [series(`${durations}_count`, labels), count],
  ]
}
