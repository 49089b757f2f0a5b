import type { EngineName } from './kit/databases.ts'
import type { Metric, Row } from './kit/row.ts'
import { reeve, uncached } from './servers/variants.ts'

/** The goal for a metric, and the rows that it applies to. */
interface Goal {
  group: string
  server?: string
  request?: RegExp
  data?: RegExp
  database?: EngineName
  metric: Metric
  atLeast?: number
  atMost?: number
  /** A harder goal. */
  stretch?: number
}

const newYorkData = /archive|New York/

const goals: readonly Goal[] = [
  { group: 'requests', server: reeve.name, metric: 'ratioToBaseline', atLeast: 0.4, stretch: 0.6 },
  {
    group: 'requests',
    server: uncached.name,
    database: 'sqlite',
    metric: 'cpuMicroseconds',
    atMost: 200,
    stretch: 150,
  },
  { group: 'peers', server: uncached.name, metric: 'timesReference', atLeast: 3 },
  { group: 'growth', data: /^16 /, metric: 'ratioToFirst', atMost: 1.3 },
  { group: 'depth', request: /^cursor(?!.*first)/, metric: 'ratioToFirst', atMost: 2 },
  // A late numbered page costs what it skips (decision 49): 50 ns a row.
  {
    group: 'depth',
    request: /^OCD page(?!.*first)/,
    data: /^1,000,000/,
    metric: 'cpuMicroseconds',
    atMost: 10_000,
  },
  { group: 'pages', data: newYorkData, metric: 'p99Ms', atMost: 50 },
  { group: 'downloads', data: newYorkData, metric: 'rowsPerSecond', atLeast: 60_000 },
  { group: 'downloads', data: newYorkData, metric: 'addedMiB', atMost: 30 },
  { group: 'downloads', data: newYorkData, metric: 'p99Ms', atMost: 20 },
  { group: 'search', request: /word/, data: /^30,000/, metric: 'p99Ms', atMost: 15 },
  { group: 'search', request: /common word/, data: /600,000/, metric: 'p99Ms', atMost: 25 },
  { group: 'search', request: /during/, metric: 'p99Ms', atMost: 20 },
  { group: 'councils', request: /^start$/, metric: 'seconds', atMost: 2 },
  { group: 'councils', request: /^start$/, metric: 'peakMiB', atMost: 250 },
  {
    group: 'councils',
    request: /^(?!import|start$)/,
    data: /^5,/,
    metric: 'ratioToFirst',
    atMost: 1.3,
  },
  { group: 'memory', data: newYorkData, metric: 'peakMiB', atMost: 200 },
  { group: 'memory', metric: 'growth', atMost: 0.02 },
  { group: 'start', data: newYorkData, metric: 'seconds', atMost: 1 },
  {
    group: 'import',
    request: /first/,
    data: newYorkData,
    database: 'sqlite',
    metric: 'seconds',
    atMost: 45,
  },
  {
    group: 'import',
    request: /first/,
    data: newYorkData,
    database: 'postgres',
    metric: 'seconds',
    atMost: 60,
  },
  { group: 'import', request: /again/, data: newYorkData, metric: 'seconds', atMost: 20 },
  { group: 'import', data: newYorkData, metric: 'peakMiB', atMost: 300 },
]

/** A goal and its measurement. */
export interface GoalResult {
  metric: Metric
  goal: string
  value: number
  met: boolean
  stretch?: { goal: string; met: boolean }
}

export function evaluateGoals(row: Row, engine: EngineName): GoalResult[] {
  return goals
    .filter((goal) => isAbout(goal, row) && (goal.database ?? engine) === engine)
    .flatMap((goal) => resultsOf(goal, row))
}

function isAbout({ group, server, request, data }: Goal, row: Row): boolean {
  return (
    group === row.group &&
    (server === undefined || server === row.server) &&
    (request === undefined || request.test(row.request)) &&
    (data === undefined || data.test(row.data))
  )
}

function resultsOf({ metric, atLeast, atMost, stretch }: Goal, row: Row): GoalResult[] {
  const value = row.metrics[metric]
  if (value === undefined) return []
  const sign = atLeast === undefined ? '≤' : '≥'
  const isWithin = (limit: number) => (atLeast === undefined ? value <= limit : value >= limit)
  const reached = (limit: number) => ({ goal: `${sign} ${limit}`, met: isWithin(limit) })
  const result = { metric, value, ...reached(atLeast ?? atMost ?? Number.NaN) }
  return [stretch === undefined ? result : { ...result, stretch: reached(stretch) }]
}
