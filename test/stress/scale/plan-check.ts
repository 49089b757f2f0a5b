import { type Capture, capture } from './capture.ts'
import {
  detailRequests,
  type Group,
  type ListRequest,
  listRequests,
  ocdRequests,
  searchRequests,
  siteRequests,
} from './list-requests.ts'
import { type PlanCost, Planner, planModes } from './plans.ts'
import type { TownShape } from './shape.ts'

/** What the plans of one group of requests came to: the worst of each figure. */
interface Worst {
  statements: number
  read: number
  sorted: number
  pages: number
}

export interface PlanReport {
  requests: number
  worst: Map<Group, Worst>
  errors: string[]
  /** Statements already checked: every request looks up its key and its municipality. */
  checkedStatements: Set<string>
}

// What counts a whole record is remembered until an import changes it; a name is looked for in all of them.
const mayScan: ReadonlySet<Group> = new Set<Group>(['site', 'name'])
// Where a filter leaves few rows, all of them may be sorted rather than read in order.
const sortedMax = 1000
// A page of a hundred with what it refers to; a meeting or a matter with all that belongs to it.
const readBesideMax = 1500
// The ranked matches, and the other rows of the last range that was scanned.
const searchReadMax = 20_000

/** Asks for everything in each of the towns, and judges how the database went about every statement. */
export async function checkPlans(
  databaseUrl: string,
  towns: readonly TownShape[],
): Promise<PlanReport> {
  const planner = await Planner.open(databaseUrl)
  const service = await capture(databaseUrl)
  const report: PlanReport = {
    requests: 0,
    worst: new Map(),
    errors: [],
    checkedStatements: new Set(),
  }
  try {
    for (const town of towns) {
      for (const listRequest of await asksOf(town, service)) {
        report.requests += 1
        await checkAsk({ listRequest, town, service, planner }, report)
      }
    }
  } finally {
    await service.close()
    await planner.close()
  }
  return report
}

async function asksOf(town: TownShape, service: Capture): Promise<ListRequest[]> {
  const idsOf = async (list: string) => {
    const { json } = await service.request(`/api/ocd/${town.slug}/${list}`)
    return (json as { results: { id: string }[] }).results.map(({ id }) => id)
  }
  return [
    ...listRequests(town),
    ...ocdRequests(town),
    ...(await detailRequests(town, idsOf)),
    ...searchRequests(town),
    ...siteRequests(town),
  ]
}

async function checkAsk(
  {
    listRequest,
    town,
    service,
    planner,
  }: { listRequest: ListRequest; town: TownShape; service: Capture; planner: Planner },
  report: PlanReport,
): Promise<void> {
  const { statements, failed } = await service.statementsOf(listRequest)
  if (failed !== undefined) report.errors.push(`${listRequest.path}: ${failed}`)
  for (const statement of statements) {
    const statementKey = JSON.stringify(statement)
    if (report.checkedStatements.has(statementKey)) continue
    report.checkedStatements.add(statementKey)
    for (const mode of planModes) {
      const gone = await planner.explainPlan(statement, mode)
      note(report, listRequest.group, gone)
      for (const error of problemsOf(listRequest.group, town, gone))
        report.errors.push(
          `${listRequest.path} (${mode}): ${error}: ${statement.text.slice(0, 200)}`,
        )
    }
  }
}

function note({ worst }: PlanReport, group: Group, { read, sorted, pages }: PlanCost): void {
  const existing = worst.get(group) ?? { statements: 0, read: 0, sorted: 0, pages: 0 }
  worst.set(group, {
    statements: existing.statements + 1,
    read: Math.max(existing.read, Math.round(read)),
    sorted: Math.max(existing.sorted, Math.round(sorted)),
    pages: Math.max(existing.pages, pages),
  })
}

function problemsOf(
  group: Group,
  { counts }: TownShape,
  { scanned, sorted, read }: PlanCost,
): string[] {
  if (mayScan.has(group)) return []
  const errors = scanned.map((table) => `all of ${table} is read`)
  if (group === 'search') {
    if (read > searchReadMax) errors.push(`${Math.round(read)} rows are read`)
    return errors
  }
  if (sorted > sortedMax) errors.push(`${sorted} rows are sorted`)
  // A detail is about one entity; a list and its total are about no more than the municipality has.
  const own = group === 'detail' ? 0 : Math.max(counts.matters, counts.motions, counts.meetings)
  if (read > 2 * own + readBesideMax) errors.push(`${Math.round(read)} rows are read`)
  return errors
}
