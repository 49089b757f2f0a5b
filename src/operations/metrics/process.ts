import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type MetricFamily, metricFamily } from './metric-family.ts'

const nanosecondsInSecond = 1e9
const microsecondsInSecond = 1e6
const resolutionMs = 20

/** Process metrics, named as in Prometheus client libraries. */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs })
  readonly #worker: string

  /** @param worker The slot of the worker. */
  constructor(worker: string) {
    this.#worker = worker
    this.#delay.enable()
  }

  /** Event loop lag is measured since the previous call. */
  families(): MetricFamily[] {
    const { user, system } = process.cpuUsage()
    const max = this.#delay.max / nanosecondsInSecond
    const p99 = this.#delay.percentile(99) / nanosecondsInSecond
    this.#delay.reset()
    return [
      this.#family(
        'process_resident_memory_bytes',
        'gauge',
        'Resident memory.',
        process.memoryUsage.rss(),
      ),
      this.#family(
        'process_cpu_seconds_total',
        'counter',
        'CPU time in seconds.',
        (user + system) / microsecondsInSecond,
      ),
      this.#family(
        'process_start_time_seconds',
        'gauge',
        'Start time, in seconds since 1970.',
        Math.round(Date.now() / 1000 - process.uptime()),
      ),
      this.#family(
        'nodejs_eventloop_lag_max_seconds',
        'gauge',
        'Maximum event loop lag since the last scrape.',
        max,
      ),
      this.#family(
        'nodejs_eventloop_lag_p99_seconds',
        'gauge',
        '99th percentile of event loop lag since the last scrape.',
        p99,
      ),
    ]
  }

  #family(name: string, type: MetricFamily['type'], help: string, value: number): MetricFamily {
    return metricFamily(type, name, help, [[{ worker: this.#worker }, value]])
  }
}
