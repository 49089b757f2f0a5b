import type { AnyPart, Fields } from '../../../src/record/field.ts'
import {
  type ImportRecord,
  kinds,
  type RecordKind,
  recordKindNames,
} from '../../../src/record/kinds.ts'
import type { Json } from '../service/service.ts'

// What an operator did, and the service itself writes.
const unstated: ReadonlySet<string> = new Set(['withheld', 'served_as', 'incomplete'])

/** A record of each kind that states every field of it, and those that it refers to. */
export function statedRecords(): ImportRecord[] {
  const parents = [
    { kind: 'organization', key: parentOf('organization'), name: 'Parent body' },
    {
      ...{ kind: 'agenda_item', key: parentOf('agenda_item'), meeting_key: keyOf('meeting') },
      ...{ title: 'Parent item', position: 0 },
    },
  ]
  return [...parents, ...recordKindNames.map(statedRecord)] as ImportRecord[]
}

const keyOf = (kind: string) => `stated-${kind}`
const parentOf = (kind: string) => `parent-${kind}`

function statedRecord(kind: RecordKind): unknown {
  const { fields, schema } = kinds[kind]
  const common = valuesOf(schema.properties as Json, [
    ...Object.keys(fields),
    ...['kind', 'key', ...unstated],
  ])
  return { kind, key: keyOf(kind), ...common, ...fieldsOf(fields, kind) }
}

/** A value of each of these properties of a schema, apart from some. */
function valuesOf(properties: Record<string, Json>, others: readonly string[]) {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema], index) =>
      others.includes(name) ? [] : [[name, stated(schema, name, index)]],
    ),
  )
}

function fieldsOf(fields: Fields, owner: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field], index): [string, unknown][] => {
      if (unstated.has(name)) return []
      if (field.as === 'reference')
        return [[name, field.target === owner ? parentOf(owner) : keyOf(field.target)]]
      if (field.as === 'keys') return [[name, [keyOf(field.target)]]]
      if (field.as === 'parts') return [[name, [partOf(field.part)]]]
      return [[name, stated(field.schema, name, index, owner)]]
    }),
  )
}

const partOf = (part: AnyPart) => fieldsOf(part.fields, part.table)

/** Later fields have later days and times. */
function stated(schema: Json, name: string, index: number, owner = ''): unknown {
  if (schema.anyOf !== undefined) return stated(schema.anyOf[0], name, index, owner)
  if (name.endsWith('_key')) return keyOf(name.slice(0, -'_key'.length))
  if (schema.type === 'object') return valuesOf(schema.properties, [])
  if (schema.type === 'array') return [stated(schema.items, name, index, owner)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1900 + index
  return statedText(schema, name, index) ?? `Some ${name} ${owner}`.replaceAll('_', ' ').trim()
}

function statedText(schema: Json, name: string, index: number): unknown {
  if (schema.format === 'calendar-date') return `2021-03-${10 + index}`
  if (schema.format === 'web-url') return `https://town.example/${name}`
  if (schema.pattern?.includes('T(')) return '2021-03-30T10:00:00Z'
  if (schema.pattern?.includes(':')) return `${10 + index}:30`
  return schema.const ?? schema.enum?.[0]
}
