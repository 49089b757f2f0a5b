import { bundleJsonSchema } from '../../../src/importers/bundle/schema.ts'
import { kinds } from '../../../src/record/kinds.ts'
import { code, page, table } from './markdown.ts'

const introduction = `A *record* is one item of a source: a meeting, a motion, a seat. Records are the only contract between the sources and the database, and the *native bundle* is that contract as files: a folder with \`bundle.json\` and, for each kind of record, one file of newline-delimited JSON with a record on each line. Files may be missing; their order does not matter, and neither does the order of the lines. [The same as JSON Schema](bundle.schema.json) (2020-12).

\`key\` is the identity of a record in its source. The same source with the same key is the same row, number, slug and Open Civic Data id for ever, however often it is imported. A reference is the key of another record of the same source, in this import or an earlier one; an import with any other reference is rejected. Nothing is guessed: omit, or set to null, fields that the source does not have. An import with a field that is not listed here is rejected.

Dates are real calendar dates as \`YYYY-MM-DD\`, times are local as \`HH:MM\`, URLs begin with \`http://\` or \`https://\`, and text is UTF-8. A line holds at most 16 MiB.`

interface Schema {
  description?: string
  type?: string
  const?: string | number
  enum?: string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

interface Field {
  path: string
  needed: boolean
  schema: Schema
}

/** docs/reference/bundle.schema.json. */
export function bundleSchemaFile(): string {
  return `${JSON.stringify(bundleJsonSchema(), null, 2)}\n`
}

/** docs/reference/records.md, from the JSON Schema of a bundle. */
export function recordsPage(): string {
  const definitions = bundleJsonSchema().$defs as Record<string, Schema>
  return page('Records and the native bundle', 'src/record', [
    introduction,
    '## bundle.json',
    fieldTable(definitions['bundle.json'], 'bundle.json'),
    ...Object.values(kinds).flatMap(({ plural, meaning }) => [
      `## ${plural}.ndjson`,
      meaning,
      fieldTable(definitions[`${plural}.ndjson`], plural),
    ]),
  ])
}

function fieldTable(definition: Schema | undefined, of: string): string {
  const rows = fieldsOf(definition).map(({ path, needed, schema }) => {
    const { description } = schema
    if (description === undefined) throw new Error(`${of}: ${path} has no description`)
    return [code(path), needed ? 'yes' : '', takes(schema), description]
  })
  return table(['Field', 'Needed', 'Takes', 'Meaning'], rows)
}

/** Every field, nested ones after their list: `votes[]`, `votes[].name`. */
function fieldsOf(schema: Schema | undefined, prefix = ''): Field[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, whole]) => {
    const nonNull = withoutNull(whole)
    const path = `${prefix}${name}${nonNull.items === undefined ? '' : '[]'}`
    const needed = schema?.required?.includes(name) === true
    const field = { path, needed, schema: whole }
    return [field, ...fieldsOf(nonNull.items ?? nonNull, `${path}.`)]
  })
}

function withoutNull(schema: Schema): Schema {
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return choices.length === 1 && choices[0] !== undefined ? choices[0] : schema
}

function takes(whole: Schema): string {
  const schema = withoutNull(whole)
  const nullable = whole.anyOf?.some(({ type }) => type === 'null') === true ? ', or null' : ''
  return `${valueText(schema)}${nullable}`
}

function valueText(schema: Schema): string {
  const { anyOf, const: only, enum: words, type, format, items } = schema
  const listed = only === undefined ? words : [only]
  if (listed !== undefined) return listed.map((word) => code(JSON.stringify(word))).join(', ')
  if (anyOf !== undefined) {
    const choices = anyOf.filter((choice) => choice.type !== 'null')
    return choices.map(valueText).join(', ')
  }
  if (items !== undefined)
    return items.properties === undefined ? `list of: ${valueText(items)}` : 'list of parts'
  if (type === 'object') return 'object'
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return `whole number, ${schema.minimum} to ${schema.maximum}`
  return format === 'date' ? 'date' : textValue(schema)
}

function textValue({ pattern, maxLength }: Schema): string {
  if (pattern?.startsWith('^http')) return 'URL'
  if (pattern?.startsWith('^([01]')) return 'time'
  if (pattern?.endsWith('Z$')) return 'time in UTC'
  if (pattern === '\\S') return `text, not blank, up to ${maxLength} characters`
  if (pattern !== undefined) return `text like ${code(pattern)}`
  return maxLength === undefined ? 'text' : `text, up to ${maxLength} characters`
}
