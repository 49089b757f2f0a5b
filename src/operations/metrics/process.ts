import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { type MetricFamily, metricFamily } from './metric-family.ts'

const nanosecondsInSecond = 1e9
const microsecondsInSecond = 1e6
const resolutionMs = 20

/** What one process takes, under the names that Prometheus' client libraries have for it. */
export class ProcessMetrics {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs })
  readonly #worker: string

  /** @param worker Which of the processes that serve together this is. */
  constructor(worker: string) {
    this.#worker = worker
    this.#delay.enable()
  }

  /** How late the event loop was is told of the time since the last call. */
  families(): MetricFamily[] {
    const { user, system } = process.cpuUsage()
    const late = this.#delay.max / nanosecondsInSecond
    const usuallyLate = this.#delay.percentile(99) / nanosecondsInSecond
    this.#delay.reset()
    return [
      this.#family(
        'process_resident_memory_bytes',
        'gauge',
        'Memory in use.',
        process.memoryUsage.rss(),
      ),
      this.#family(
        'process_cpu_seconds_total',
        'counter',
        'Seconds of CPU time.',
        (user + system) / microsecondsInSecond,
      ),
      this.#family(
        'process_start_time_seconds',
        'gauge',
        'When it started, in seconds since 1970.',
        Math.round(Date.now() / 1000 - process.uptime()),
      ),
      this.#family(
        'nodejs_eventloop_lag_max_seconds',
        'gauge',
        'The longest that the event loop was late since the last scrape.',
        late,
      ),
      this.#family(
        'nodejs_eventloop_lag_p99_seconds',
        'gauge',
        'How late the event loop was at most in 99 of 100 cases since the last scrape.',
        usuallyLate,
      ),
    ]
  }

  #family(name: string, type: MetricFamily['type'], help: string, value: number): MetricFamily {
    return metricFamily(type, name, help, [[{ worker: this.#worker }, value]])
  }
}
