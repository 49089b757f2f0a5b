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

/** The maximum costs of the plans of a group. */
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
  /** Statements already checked, because every request looks up its key and municipality. */
  checkedStatements: Set<string>
}

// Counts of a whole record are cached until an import, and searches by name have no index.
const mayScan: ReadonlySet<Group> = new Set<Group>(['site', 'name'])
// If a filter leaves few rows, sorting them is faster than reading in order.
const sortedMax = 1000
// A page of a hundred rows with their references, and the votes of a person.
const listReadMax = 2500
// A detail with all its children, or a page beside the total of its list.
const readBesideMax = 1500
// The ranked matches, and the other rows of the last range that was scanned.
const searchReadMax = 20_000

/** Checks the query plans of every request in each town. */
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
      for (const listRequest of await requestsFor(town, service)) {
        report.requests += 1
        await checkRequest({ listRequest, town, service, planner }, report)
      }
    }
  } finally {
    await service.close()
    await planner.close()
  }
  return report
}

async function requestsFor(town: TownShape, service: Capture): Promise<ListRequest[]> {
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

async function checkRequest(
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
  // A detail reads one record; the total of a list at most the records of the municipality.
  const recordRows =
    group === 'ocd' ? 2 * Math.max(counts.matters, counts.motions, counts.meetings) : 0
  const readMax = group === 'list' ? listReadMax : recordRows + readBesideMax
  if (read > readMax) errors.push(`${Math.round(read)} rows are read`)
  return errors
}
