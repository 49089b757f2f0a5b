import { expect } from 'vitest'
import type { ApiResponse, Service } from '../service/service.ts'
import { type Plan, planOfStatement } from './plan-engines.ts'

/** The statements of a call, except the lookup of key and municipality, and the query of how to take part, once for each data version. */
export async function statementsOf(
  service: Service,
  call: () => Promise<ApiResponse>,
): Promise<string[]> {
  service.statements.length = 0
  const response = await call()
  expect(response.status, response.body).toBe(200)
  const lookups = / as "keys", .* as "municipalities"|^select \* from "take_part"/s
  return service.statements.filter((text) => !lookups.test(text))
}

/** The query plan of a statement, for any values. */
export function planOf(service: Service, text: string): Promise<Plan> {
  return planOfStatement(service.writing, text)
}

/** Asserts that a statement reads by index only and does not sort. */
async function expectInOrder(service: Service, text: string, message: string): Promise<void> {
  const plan = await planOfStatement(service.writing, text, { inOrder: true })
  expect(plan.searches, message).not.toEqual([])
  expect([...plan.scans, ...plan.sorts], message).toEqual([])
}

/** Every subset of the filters as a query string. */
export function filterChoices(filters: Record<string, string>): string[] {
  const choices: [string, string][][] = [[]]
  for (const filter of Object.entries(filters)) {
    choices.push(...choices.map((others) => [...others, filter]))
  }
  return choices.map((chosen) => new URLSearchParams(chosen).toString())
}

/** Asserts that every page of a v1 list, with any filters, is one statement by index and without sorting. */
export async function expectListByIndex(
  service: Service,
  list: string,
  filters: Record<string, string>,
): Promise<void> {
  const { pagination } = (await service.v1(`${list}?per_page=1`)).json
  const choices = [...filterChoices(filters), `per_page=1&cursor=${pagination.next_cursor}`]
  expect(choices).toHaveLength(2 ** Object.keys(filters).length + 1)
  for (const query of choices) {
    let items = 0
    const statements = await statementsOf(service, async () => {
      const response = await service.v1(`${list}?${query}`)
      items = response.json.data.length
      return response
    })
    // An empty list also asks which values are not on record, a first page with dates how many items have none.
    const isOfDates = list !== 'meetings' && /date_|year=/.test(query) && !query.includes('cursor=')
    if (items > 0) expect(statements, query).toHaveLength(isOfDates ? 2 : 1)
    await expectInOrder(service, statements[0] ?? '', query)
  }
}

/** Asserts the number of statements of a call; none may scan a table. */
export async function expectStatements(
  service: Service,
  call: () => Promise<ApiResponse>,
  count: number,
): Promise<void> {
  const statements = await statementsOf(service, call)
  expect(statements, statements.join('\n')).toHaveLength(count)
  for (const text of statements) {
    expect((await planOf(service, text)).scans, text).toEqual([])
    // SQLite plans a statement again whenever a pattern is bound.
    expect(text).not.toMatch(/ like [?$]/)
  }
}

/** Asserts the statements of an OCD list whose ids are cached: none past its end, and one for a detail. */
export async function expectOcdStatements(
  service: Service,
  list: string,
  count: number,
): Promise<void> {
  const [{ id }] = (await service.ocd(list)).json.results
  for (const query of ['', '?page=1&per_page=1']) {
    await expectStatements(service, () => service.ocd(list + query), count)
  }
  // Past the end there are no rows to read.
  await expectStatements(service, () => service.ocd(`${list}?page=1000`), Math.max(0, count - 1))
  await expectStatements(service, () => service.ocd(`${list}/${id}`), 1)
}

/** Asserts that a search reads only by the full-text index and by row id. */
export async function expectSearchByIndex(service: Service, text: string): Promise<void> {
  const { searches, scans } = await planOf(service, text)
  if (service.writing.dialect.name === 'sqlite') {
    // SQLite calls the full-text match, and reading its result, a scan.
    const [matched, made] = split(scans, (scan) => / VIRTUAL TABLE INDEX \d+:=?M\d+/.test(scan))
    expect(matched, text).not.toEqual([])
    for (const scan of made)
      expect(scan).toMatch(
        /^SCAN (list|own|\(subquery-\d+\)|json_each.*|own VIRTUAL.*|CONSTANT ROW)$/,
      )
    for (const search of searches)
      expect(search).toMatch(
        / USING (INTEGER PRIMARY KEY |COVERING INDEX search_documents_rank \(id=)|^SEARCH found$/,
      )
    return
  }
  expect(scans, text).toEqual([])
  expect(searches.join('\n')).toMatch(/ USING INDEX search_vectors_words \(words @@ /)
}

/** Asserts that the people with a name are found by the index of their municipality. */
export async function expectPeopleByIndex(service: Service, text: string): Promise<void> {
  const { searches, scans } = await planOf(service, text)
  expect(scans, text).toEqual([])
  expect(searches.join('\n'), text).toMatch(/^SEARCH people USING .*INDEX .*municipality_id=/m)
}

function split<T>(list: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))]
}

/** Asserts that a list's ids are read in order from a covering index, and its rows by id. */
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

/** Asserts that counting a list reads an index, not the rows. */
export async function expectCountedByIndex(service: Service, text: string): Promise<void> {
  const { steps } = await planOf(service, text)
  // PostgreSQL must read the rows to know which are visible, and reads them in one scan.
  if (service.writing.dialect.name === 'postgres') expect(steps, text).not.toEqual([])
  else expect(steps.join(), text).toContain('INDEX')
}
