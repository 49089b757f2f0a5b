import { type Figure, figureTitles } from '../kit/row.ts'
import type { Report } from './report.ts'

type ReportRow = Report['rows'][number]

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The report as Markdown: what it was measured on, and a table for each group. */
export function asMarkdown({ machine, run, groups, rows }: Report): string {
  const shortened = run.share === 1 ? '' : ` Made-up records and counts are times ${run.share}.`
  return [
    `Measured ${machine.date}, Node ${machine.node}, ${machine.cores} cores of ${machine.cpu}, ${machine.memoryGiB} GB; the load of the machine (all that waits for a core) was ${machine.load.toFixed(1)} at the end, and ${percent(machine.stolen)} of the time of its cores was given to others by its host. ${run.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}; medians of ${run.rounds} rounds of ${run.seconds} s each.${shortened}`,
    ...groups.flatMap(({ name, note }) => [
      tableOf(name, rows),
      ...(note === undefined ? [] : [note]),
    ]),
  ].join('\n\n')
}

function tableOf(group: string, all: readonly ReportRow[]): string {
  const rows = all.filter((row) => row.group === group)
  const figures = (Object.keys(figureTitles) as Figure[]).filter((figure) =>
    rows.some((row) => row.figures[figure] !== undefined),
  )
  const titles = [group, 'Record', 'Server', ...figures.map((name) => figureTitles[name]), 'Goal']
  return [
    line(titles),
    line(titles.map(() => '---')),
    ...rows.map((row) => {
      const values = figures.map((name) => written(name, row.figures[name]))
      return line([row.request, row.data, row.server, ...values, goalsOf(row)])
    }),
  ].join('\n')
}

function goalsOf({ goals }: ReportRow): string {
  return goals
    .map(({ figure, goal, met, stretch }) => {
      const better = stretch && `, stretch ${stretch.goal}: ${stretch.met ? 'met' : 'not met'}`
      return `${figureTitles[figure]} ${goal}: ${met ? 'met' : 'NOT MET'}${better ?? ''}`
    })
    .join('; ')
}

function written(name: Figure, value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return ''
  if (name === 'noise' || name === 'growth') return percent(value)
  return value >= 100
    ? String(Math.round(value))
    : value.toPrecision(2).replace(/^(\d\d)\.0$/, '$1')
}

const percent = (part: number) => `${Math.round(part * 100)} %`
