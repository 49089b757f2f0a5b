import { expect } from 'vitest'
import type { ApiResponse, Service } from '../service/service.ts'
import { type Plan, planOfStatement } from './plan-engines.ts'

/** The statements that a call makes beside those for key and municipality. */
export async function statementsOf(
  service: Service,
  call: () => Promise<ApiResponse>,
): Promise<string[]> {
  service.statements.length = 0
  const response = await call()
  expect(response.status, response.body).toBe(200)
  return service.statements.filter((text) => !/ as "keys", .* as "municipalities"/s.test(text))
}

/** How the database goes about a statement. Values do not matter to it. */
export function planOf(service: Service, text: string): Promise<Plan> {
  return planOfStatement(service.writing, text)
}

/** A statement reads by index alone, and needs no sorting. */
async function expectInOrder(service: Service, text: string, message: string): Promise<void> {
  const plan = await planOfStatement(service.writing, text, { inOrder: true })
  expect(plan.searches, message).not.toEqual([])
  expect([...plan.scans, ...plan.sorts], message).toEqual([])
}

/** Every choice of some of the filters, none and all of them included, each as a query string. */
export function filterChoices(filters: Record<string, string>): string[] {
  const choices: [string, string][][] = [[]]
  for (const filter of Object.entries(filters)) {
    choices.push(...choices.map((others) => [...others, filter]))
  }
  return choices.map((chosen) => new URLSearchParams(chosen).toString())
}

/** The one statement of every filter choice of a v1 list reads by index and needs no sorting, on each of its pages. */
export async function expectListByIndex(
  service: Service,
  list: string,
  filters: Record<string, string>,
): Promise<void> {
  const { pagination } = (await service.v1(`${list}?per_page=1`)).json
  const choices = [...filterChoices(filters), `per_page=1&cursor=${pagination.next_cursor}`]
  expect(choices).toHaveLength(2 ** Object.keys(filters).length + 1)
  for (const query of choices) {
    const statements = await statementsOf(service, () => service.v1(`${list}?${query}`))
    expect(statements, query).toHaveLength(1)
    await expectInOrder(service, statements[0] ?? '', query)
  }
}

/** A call makes that many statements, none of which reads a whole table. */
export async function expectStatements(
  service: Service,
  call: () => Promise<ApiResponse>,
  count: number,
): Promise<void> {
  const statements = await statementsOf(service, call)
  expect(statements, statements.join('\n')).toHaveLength(count)
  for (const text of statements) {
    expect((await planOf(service, text)).scans, text).toEqual([])
  }
}

/** An OCD list makes that many statements once its ids are known, none past its end, and its detail one. */
export async function expectOcdStatements(
  service: Service,
  list: string,
  count: number,
): Promise<void> {
  const [{ id }] = (await service.ocd(list)).json.results
  for (const query of ['', '?page=1&per_page=1']) {
    await expectStatements(service, () => service.ocd(list + query), count)
  }
  await expectStatements(service, () => service.ocd(`${list}?page=1000`), 0)
  await expectStatements(service, () => service.ocd(`${list}/${id}`), 1)
}

/** A search reads by the full-text index and by row ids alone. */
export async function expectSearchByIndex(service: Service, text: string): Promise<void> {
  const { searches, scans } = await planOf(service, text)
  if (service.writing.dialect.name === 'sqlite') {
    // What is matched, which SQLite calls a scan, and what was made of it.
    const [matched, made] = split(scans, (scan) => / VIRTUAL TABLE INDEX \d+:=?M\d+/.test(scan))
    expect(matched, text).not.toEqual([])
    for (const scan of made)
      expect(scan).toMatch(/^SCAN (cut|found|CONSTANT ROW|\(subquery-\d+\)|word VIRTUAL .*)$/)
    for (const search of searches) expect(search).toMatch(/ USING INTEGER PRIMARY KEY /)
    return
  }
  expect(scans, text).toEqual([])
  expect(searches.join('\n')).toMatch(/ USING INDEX search_words_words \(words @@ /)
}

function split<T>(list: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))]
}

/** The ids of a list are read in its order from an index that holds them, and its rows by their ids alone. */
export async function expectPagedByIds(service: Service, ids: string, rows: string): Promise<void> {
  await expectInOrder(service, ids, ids)
  const [, table = ''] = / from "(\w+)"/.exec(ids) ?? []
  const [step = ''] = (await planOf(service, ids)).steps
  expect(step).toContain(`USING COVERING INDEX ${table}_municipality_id_`)
  const byId = new RegExp(
    `^SEARCH (${table})? USING (INTEGER PRIMARY KEY|INDEX ${table}_pkey \\(id = ANY)`,
  )
  expect((await planOf(service, rows)).searches).toContainEqual(expect.stringMatching(byId))
}

/** What counts all that there is reads an index rather than the rows. */
export async function expectCountedByIndex(service: Service, text: string): Promise<void> {
  const { steps } = await planOf(service, text)
  // PostgreSQL has to look at the rows themselves to know which of them are there, and reads them in one go.
  if (service.writing.dialect.name === 'postgres') expect(steps, text).not.toEqual([])
  else expect(steps.join(), text).toContain('INDEX')
}
