/** What is measured, and how the report writes it. */
export const figureTitles = {
  cpuMicroseconds: 'CPU µs',
  databaseMicroseconds: 'database CPU µs',
  perSecond: 'requests/s',
  p50Ms: 'p50 ms',
  p99Ms: 'p99 ms',
  residentMiB: 'RSS MiB',
  ratioToBare: 'of bare',
  timesReference: '× reference',
  ratioToFirst: '× first',
  seconds: 's',
  rowsPerSecond: 'rows/s',
  peakMiB: 'peak MiB',
  growth: 'growth',
  requests: 'requests',
  noise: 'noise',
} as const

export type Figure = keyof typeof figureTitles

/** One line of the report. */
export interface Row {
  group: string
  request: string
  /** The record that was asked about. */
  data: string
  server: string
  figures: Partial<Record<Figure, number>>
}
