import { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import type { Answer, Service } from './service.ts'

/** The statements that a call makes beside those for key and municipality. */
export async function statementsOf(
  service: Service,
  call: () => Promise<Answer>,
): Promise<string[]> {
  service.statements.length = 0
  const answer = await call()
  expect(answer.status, answer.body).toBe(200)
  return service.statements.filter(
    (text) => !/ from "(api_keys|municipalities)" /.test(text.replaceAll('\n', ' ')),
  )
}

/** How the database goes about a statement, line by line (EXPLAIN QUERY PLAN). Values do not matter to it. */
export async function planOf(service: Service, text: string): Promise<string[]> {
  const values = Array.from(text.matchAll(/\?/g), () => '1')
  const query = CompiledQuery.raw(`explain query plan ${text}`, values)
  const { rows } = await service.writing.db.executeQuery<{ detail: string }>(query)
  return rows.map(({ detail }) => detail)
}

/** Steps that read a whole table, or all of one of its indexes, or sort what they read. */
export function slowSteps(plan: readonly string[]): string[] {
  return plan.filter((step) => /^SCAN /.test(step) || /TEMP B-TREE FOR ORDER BY/.test(step))
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
    const plan = await planOf(service, statements[0] ?? '')
    expect(plan.join(), query).toMatch(/SEARCH/)
    expect(slowSteps(plan), query).toEqual([])
  }
}

/** A call makes so many statements, none of which reads a whole table. */
export async function expectStatements(
  service: Service,
  call: () => Promise<Answer>,
  count: number,
): Promise<void> {
  const statements = await statementsOf(service, call)
  expect(statements, statements.join('\n')).toHaveLength(count)
  for (const text of statements) {
    const scans = slowSteps(await planOf(service, text)).filter((step) => step.startsWith('SCAN'))
    expect(scans, text).toEqual([])
  }
}

/** An OCD list makes two statements, rows and total, and its detail so many. */
export async function expectOcdStatements(
  service: Service,
  list: string,
  counts: { list: number; detail: number },
): Promise<void> {
  const [{ id }] = (await service.ocd(list)).json.results
  for (const query of ['', '?page=2&per_page=1', '?page=1000']) {
    await expectStatements(service, () => service.ocd(list + query), counts.list)
  }
  await expectStatements(service, () => service.ocd(`${list}/${id}`), counts.detail)
}
