/** Metrics, and their titles in the report. */
export const metricTitles = {
  cpuMicroseconds: 'CPU µs',
  databaseMicroseconds: 'database CPU µs',
  perSecond: 'requests/s',
  p50Ms: 'p50 ms',
  p99Ms: 'p99 ms',
  residentMiB: 'RSS MiB',
  ratioToBaseline: 'of baseline',
  timesReference: '× reference',
  ratioToFirst: '× first',
  seconds: 's',
  rowsPerSecond: 'rows/s',
  peakMiB: 'peak MiB',
  addedMiB: 'added MiB',
  databaseMiB: 'database MiB',
  growth: 'growth',
  requests: 'requests',
  noise: 'noise',
} as const

export type Metric = keyof typeof metricTitles

/** One row of the report. */
export interface Row {
  group: string
  request: string
  /** Name of the dataset. */
  data: string
  server: string
  metrics: Partial<Record<Metric, number>>
}
