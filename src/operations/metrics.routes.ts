import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { apiSecurityHeaders, sendHeaders } from '../http/response-headers.ts'
import { CachedProbe } from './cached-probe.ts'
import type { OperationsDeps } from './deps.ts'
import {
  exposition,
  type MetricFamily,
  mergeCounters,
  metricFamily,
} from './metrics/metric-family.ts'
import type { Snapshot } from './metrics/metrics.ts'
import { type ImportState, listImportStates } from './queries.ts'

export interface MetricsDeps extends OperationsDeps {
  version: string
  /** Metrics of all processes of the service. */
  gather: () => Promise<Snapshot[]>
}

/** `/metrics` in the Prometheus text format, for all processes. Not part of the API. */
export const metrics: FastifyPluginAsync<MetricsDeps> = async (app, deps) => {
  const { store, clock, version, gather } = deps
  const imports = new CachedProbe(() => listImportStates(store), clock)
  rejectOtherSpellings(app)
  sendHeaders(app, apiSecurityHeaders)
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const snapshots = await gather()
    const states = (await imports.get()) ?? []
    const text = exposition([
      buildFamily(version),
      ...mergeCounters(snapshots.map(({ counted }) => counted)),
      ageFamily(states, clock.now()),
      failingFamily(states),
      ...mergeCounters(snapshots.map(({ own }) => own)),
    ])
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(text)
  })
}

// A proxy may block `/metrics` without decoding the path, so `/%6detrics` must not work.
function rejectOtherSpellings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/metrics(\?|$)/.test(request.originalUrl)) return reply.callNotFound()
  })
}

function buildFamily(version: string): MetricFamily {
  return metricFamily('gauge', 'reeve_build_info', 'The running release; always 1.', [
    [{ version, node: process.version }, 1],
  ])
}

function ageFamily(states: readonly ImportState[], now: number): MetricFamily {
  return metricFamily(
    'gauge',
    'reeve_import_age_seconds',
    'Seconds since the last successful import of a municipality, or since it was added.',
    states.map(({ municipality, currentAt }) => [
      { municipality },
      Math.round((now - Date.parse(currentAt)) / 1000),
    ]),
  )
}

function failingFamily(states: readonly ImportState[]): MetricFamily {
  return metricFamily(
    'gauge',
    'reeve_imports_failing',
    'Importers of a municipality whose last run failed.',
    states.map(({ municipality, failing }) => [{ municipality }, failing]),
  )
}
