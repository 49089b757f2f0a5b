import { describe, expect, it, onTestFinished } from 'vitest'
import { kinds } from '../../src/record/kinds.ts'
import { type Json, startService } from '../support/service/service.ts'
import { sourceOf } from '../support/towns/town.ts'

// Kinds that the API lists.
const lists = {
  organization: 'organizations',
  person: 'people',
  bylaw: 'bylaws',
  matter: 'matters',
  meeting: 'meetings',
  motion: 'motions',
} as const
type Listed = keyof typeof lists

// `url` is that of the page of a body, and `text` the summary of a motion that has one.
const derived: Partial<Record<Listed, string>> = { organization: 'url', motion: 'text' }

/** A value for each text, day, number and URL of a kind, which no other field has. */
function statedOf(kind: Listed): Record<string, unknown> {
  const columns = kinds[kind].layout.columns.filter(({ path }) => path.length === 1)
  return Object.fromEntries(
    columns.flatMap(({ path: [field = ''], schema }, index) => {
      const [first] = 'anyOf' in schema ? (schema.anyOf as Json[]) : [schema as Json]
      const value = exampleOf(first, field, index)
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

function exampleOf(schema: Json, field: string, index: number): unknown {
  if (schema.type === 'integer') return 1900 + index
  if (schema.type !== 'string' || schema.const !== undefined) return undefined
  if (schema.format === 'calendar-date') return `2021-03-${10 + index}`
  if (schema.format === 'web-url') return `https://town.example/${field}`
  return `Some ${field.replaceAll('_', ' ')}`
}

describe.each(Object.entries(lists) as [Listed, string][])('the %s of a source', (kind, list) => {
  it('has each of its fields in the field of that name of its response', async () => {
    const record = {
      kind,
      key: 'k',
      ...statedOf(kind),
      ...(kind === 'meeting' && { status: 'completed' }),
    }
    const service = await startService({ source: sourceOf([record]) })
    onTestFinished(() => service.stop())
    const [{ slug }] = (await service.v1(list)).json.data
    const { data } = (await service.v1(`${list}/${slug}`)).json
    const stated = Object.entries(record).filter(
      ([field]) => field in data && field !== 'kind' && field !== derived[kind],
    )
    expect(stated.length).toBeGreaterThan(2)
    expect(stated.map(([field]) => [field, data[field]])).toEqual(stated)
  })
})
