import {
  type Operation,
  operations,
  type Parameter,
  type Schema,
  schemas,
} from '../openapi/document.ts'

/** The types of the client, from openapi.json: the lists and details of a municipality, and the shapes that they have. */
export function clientTypes(): string {
  const used = new Set<string>()
  const lists = ofCouncil(({ path }) => !path.includes('{slug}') && !otherPaths.has(nameOf(path)))
  const details = ofCouncil(({ path }) => path.endsWith('/{slug}'))
  const changes = operations.find(({ path }) => path.endsWith('/changes'))
  const search = operations.find(({ path }) => path === '/api/v1/search')
  const parts = [
    '// Made by "npm run docs" from openapi.json. Change that, not this.',
    interfaceOf(
      'Lists',
      lists.map(
        (list) =>
          `'${nameOf(list.path)}': { item: ${itemOf(list, used)}; filters: ${filtersOf(list)} }`,
      ),
    ),
    interfaceOf(
      'Details',
      details.map((detail) => `'${nameOf(detail.path)}': ${dataOf(detail, used)}`),
    ),
    `export type ChangesFilters = ${changes === undefined ? 'never' : filtersOf(changes)}`,
    `export type SearchAllFilters = ${search === undefined ? 'never' : filtersOf(search)}`,
  ]
  for (const name of ['ChangeItem', 'FoundItem', 'MunicipalityItem'])
    typeOf({ $ref: `#/components/schemas/${name}` }, used)
  // A set grows while it is walked.
  for (const name of used) parts.push(declaration(name, used))
  return `${parts.join('\n\n')}\n`
}

/** Of which the client has methods of their own, or none. */
const otherPaths = new Set(['changes', 'coverage', 'facets', 'test'])
/** What the client itself says. */
const ownParameters = new Set(['cursor', 'page', 'format', 'for', 'layout'])

const ofCouncil = (isMeant: (operation: Operation) => boolean): Operation[] =>
  operations.filter((one) => one.path.startsWith('/api/v1/{municipality}/') && isMeant(one))

/** `meetings` of `/api/v1/{municipality}/meetings/{slug}`. */
const nameOf = (path: string): string => path.split('/')[4] ?? ''

const responseOf = ({ responses }: Operation): Schema =>
  responses['200']?.content?.['application/json']?.schema ?? {}

function dataOf(operation: Operation, used: Set<string>): string {
  const [, name = ''] = /([^/]+)$/.exec(responseOf(operation).$ref ?? '') ?? []
  return typeOf(schemas[name]?.properties?.data ?? {}, used)
}

const itemOf = (operation: Operation, used: Set<string>): string =>
  dataOf(operation, used).replace(/\[\]$/, '')

function filtersOf({ parameters = [] }: Operation): string {
  const filters = parameters.filter((one) => one.in === 'query' && !ownParameters.has(one.name))
  return `{ ${filters.map(filterOf).join('; ')} }`
}

const filterOf = ({ name, schema }: Parameter): string =>
  `${name}?: ${typeOf(schema, new Set())} | undefined`

const interfaceOf = (name: string, members: readonly string[]): string =>
  `export interface ${name} {\n${members.map((member) => `  ${member}\n`).join('')}}`

function declaration(name: string, used: Set<string>): string {
  const { description, properties, required = [], ...schema } = schemas[name] ?? {}
  const comment = commentOf(description, '')
  if (properties === undefined) return `${comment}export type ${name} = ${typeOf(schema, used)}`
  const members = Object.entries(properties).map(([key, property]) => {
    const mark = required.includes(key) ? '' : '?'
    return `${commentOf(property.description, '  ')}  ${key}${mark}: ${typeOf(property, used)}\n`
  })
  return `${comment}export interface ${name} {\n${members.join('')}}`
}

const commentOf = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`

const typeNames: Record<string, string> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

/** A schema as a type of TypeScript; adds the names that it refers to. */
function typeOf(schema: Schema, used: Set<string>): string {
  const { $ref, enum: values, anyOf, type, items, properties, required = [] } = schema
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    used.add(name)
    return name
  }
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, used)).join(' | ')
  if (Array.isArray(type))
    return type.map((one) => typeOf({ ...schema, type: one }, used)).join(' | ')
  if (type === 'array') {
    const item = typeOf(items ?? {}, used)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  if (properties !== undefined)
    return `{ ${Object.entries(properties)
      .map(([key, one]) => `${key}${required.includes(key) ? '' : '?'}: ${typeOf(one, used)}`)
      .join('; ')} }`
  return typeNames[type ?? ''] ?? (type === 'object' ? 'Record<string, unknown>' : 'unknown')
}
