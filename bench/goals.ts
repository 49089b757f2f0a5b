import type { EngineName } from './kit/databases.ts'
import type { Figure, Row } from './kit/row.ts'
import { reeve, uncached } from './servers/variants.ts'

/** What a figure is to be, and of which rows. */
interface Goal {
  group: string
  server?: string
  request?: RegExp
  data?: RegExp
  database?: EngineName
  figure: Figure
  atLeast?: number
  atMost?: number
  /** What would be better still. */
  stretch?: number
}

const ofNewYork = /archive|New York/

const goals: readonly Goal[] = [
  { group: 'requests', server: reeve.name, figure: 'ratioToBare', atLeast: 0.4, stretch: 0.6 },
  {
    group: 'requests',
    server: uncached.name,
    database: 'sqlite',
    figure: 'cpuMicroseconds',
    atMost: 200,
    stretch: 150,
  },
  { group: 'peers', server: uncached.name, figure: 'timesReference', atLeast: 3 },
  { group: 'growth', data: /^200×/, figure: 'ratioToFirst', atMost: 1.3 },
  { group: 'depth', request: /^(?!.*first)/, figure: 'ratioToFirst', atMost: 2 },
  { group: 'search', request: /word/, data: /^30,000/, figure: 'p99Ms', atMost: 15 },
  { group: 'search', request: /common word/, data: /600,000/, figure: 'p99Ms', atMost: 25 },
  { group: 'search', request: /beside/, figure: 'p99Ms', atMost: 20 },
  { group: 'memory', data: ofNewYork, figure: 'peakMiB', atMost: 200 },
  { group: 'memory', figure: 'growth', atMost: 0.02 },
  { group: 'start', data: ofNewYork, figure: 'seconds', atMost: 1 },
  {
    group: 'import',
    request: /first/,
    data: ofNewYork,
    database: 'sqlite',
    figure: 'seconds',
    atMost: 45,
  },
  {
    group: 'import',
    request: /first/,
    data: ofNewYork,
    database: 'postgres',
    figure: 'seconds',
    atMost: 60,
  },
  { group: 'import', request: /again/, data: ofNewYork, figure: 'seconds', atMost: 20 },
  { group: 'import', data: ofNewYork, figure: 'peakMiB', atMost: 400 },
]

/** A goal beside what was measured. */
export interface Judged {
  figure: Figure
  goal: string
  value: number
  met: boolean
  /** The same of what would be better still, where there is such a thing. */
  stretch?: { goal: string; met: boolean }
}

/** The goals of a row, each with its figure. */
export function judge(row: Row, engine: EngineName): Judged[] {
  return goals
    .filter((goal) => isAbout(goal, row) && (goal.database ?? engine) === engine)
    .flatMap((goal) => judgedBy(goal, row))
}

function isAbout({ group, server, request, data }: Goal, row: Row): boolean {
  return (
    group === row.group &&
    (server === undefined || server === row.server) &&
    (request === undefined || request.test(row.request)) &&
    (data === undefined || data.test(row.data))
  )
}

function judgedBy({ figure, atLeast, atMost, stretch }: Goal, row: Row): Judged[] {
  const value = row.figures[figure]
  if (value === undefined) return []
  const sign = atLeast === undefined ? '≤' : '≥'
  const isWithin = (limit: number) => (atLeast === undefined ? value <= limit : value >= limit)
  const reached = (limit: number) => ({ goal: `${sign} ${limit}`, met: isWithin(limit) })
  const judged = { figure, value, ...reached(atLeast ?? atMost ?? Number.NaN) }
  return [stretch === undefined ? judged : { ...judged, stretch: reached(stretch) }]
}
