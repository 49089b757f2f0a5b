import type { GoalResult } from '../goals.ts'
import { type Metric, metricTitles } from '../kit/row.ts'
import type { Report } from './report.ts'

type ReportRow = Report['rows'][number]

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const head = (titles: readonly string[]) => [line(titles), line(titles.map(() => '---'))]

/** The report as Markdown: the machine and the run, the goals, and a table for each group. */
export function toMarkdown({ machine, run, groups, rows }: Report): string {
  return [
    `Reeve ${run.version} (commit ${run.commit}), measured ${machine.date} on Node ${machine.node}, ${machine.cores} cores of ${machine.cpu}, ${machine.memoryGiB} GB; medians of ${run.rounds} rounds of ${run.seconds} s each.${shareNote(run.share)} Load average at the end: ${machine.load.toFixed(1)}; CPU time taken by the virtual machine's host: ${percent(machine.stolen)}.`,
    goalTable(rows),
    ...groups.flatMap(({ name, note }) => [
      tableOf(name, rows),
      ...(note === undefined ? [] : [note]),
    ]),
  ].join('\n\n')
}

function shareNote(share: number): string {
  return share === 1
    ? ''
    : ` A shortened run: synthetic records and request counts are ${percent(share)} of the full size, and goals for full sizes are not judged.`
}

/** One row for each goal: the range of its measurements, and how many meet it. */
function goalTable(rows: readonly ReportRow[]): string {
  const byGoal = new Map<string, { requests: Set<string>; results: GoalResult[] }>()
  for (const { group, server, request, goals } of rows) {
    for (const result of goals) {
      const title = `${group}: ${server} | ${metricTitles[result.metric]} ${result.goal}`
      const entry = byGoal.get(title) ?? { requests: new Set(), results: [] }
      entry.requests.add(request)
      entry.results.push(result)
      byGoal.set(title, entry)
    }
  }
  const lines = [...byGoal].map(([title, { requests, results }]) => {
    const met = results.filter((result) => result.met).length
    return line([title, [...requests].join('; '), rangeOf(results), `${met} of ${results.length}`])
  })
  return [...head(['What', 'Goal', 'Requests', 'Measured', 'Met']), ...lines].join('\n')
}

function rangeOf(results: readonly GoalResult[]): string {
  const values = results.map(({ value }) => value)
  const metric = results[0]?.metric ?? 'seconds'
  const ends = [Math.min(...values), Math.max(...values)].map((value) => format(metric, value))
  return [...new Set(ends)].join(' to ')
}

function tableOf(group: string, all: readonly ReportRow[]): string {
  const rows = all.filter((row) => row.group === group)
  const metrics = (Object.keys(metricTitles) as Metric[]).filter((metric) =>
    rows.some((row) => row.metrics[metric] !== undefined),
  )
  return [
    ...head([group, 'Record', 'Server', ...metrics.map((name) => metricTitles[name]), 'Goal']),
    ...rows.map((row) => {
      const values = metrics.map((name) => format(name, row.metrics[name]))
      return line([row.request, row.data, row.server, ...values, goalsOf(row)])
    }),
  ].join('\n')
}

function goalsOf({ goals }: ReportRow): string {
  return goals
    .map(({ metric, goal, met, stretch }) => {
      const better = stretch && `, stretch ${stretch.goal}: ${stretch.met ? 'met' : 'not met'}`
      return `${metricTitles[metric]} ${goal}: ${met ? 'met' : 'NOT MET'}${better ?? ''}`
    })
    .join('; ')
}

function format(name: Metric, value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return ''
  if (name === 'noise' || name === 'growth') return percent(value)
  return value >= 100
    ? String(Math.round(value))
    : value.toPrecision(2).replace(/^(\d\d)\.0$/, '$1')
}

const percent = (part: number) => `${Math.round(part * 100)} %`
