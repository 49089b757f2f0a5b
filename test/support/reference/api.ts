import { errorTable } from '../../../src/http/errors.ts'
import {
  type Operation,
  openapi,
  operations,
  type Parameter,
  type Schema,
  schemas,
} from '../openapi/document.ts'
import { code, page, table } from './markdown.ts'

const introduction = `Every endpoint is read with \`GET\` (or \`HEAD\`). The v1 API, under \`/api/v1/{municipality}/\`, needs an API key in the header \`X-API-Key\`; the Open Civic Data API, under \`/api/ocd/{municipality}/\`, needs none. Try them at \`/api/v1/docs\` of a running service; the OpenAPI 3.1 document is at \`/api/v1/openapi.json\`.

Every field is always present, except for those that \`include\` adds; it is null if the record does not have it. Each operation lists the errors it can return; [errors](errors.md) says what to do about each. A parameter that is not listed is ignored, and v1 names it in \`meta.ignored_parameters\`; with \`Prefer: handling=strict\` it is rejected. A listed parameter that is malformed or repeated is rejected.`

/** The file of a resource: `api-by-laws.md`. */
const fileOf = (tag: string) => `api-${tag.toLowerCase().replaceAll(' ', '-')}.md`
const sharedFile = 'api-shapes.md'

/** The pages of docs/reference about the API, from openapi.json: an overview, one for each resource, and the shapes of several. */
export const apiPages: Record<string, () => string> = {
  'api.md': overview,
  ...Object.fromEntries(openapi.tags.map((tag) => [fileOf(tag.name), () => resourcePage(tag)])),
  [sharedFile]: () =>
    page('API: shared shapes', 'openapi.json', [
      'The shapes that several resources have.',
      ...shapesIn(sharedFile, '##'),
    ]),
}

function overview(): string {
  const rows = openapi.tags.map(({ name, description }) => [
    `[${name}](${fileOf(name)})`,
    description,
    operationsOf(name)
      .map(({ path }) => code(path))
      .join(' '),
  ])
  return page('API', 'openapi.json', [
    introduction,
    table(['Resource', 'What', 'Paths'], rows),
    `[Shared shapes](${sharedFile}) are those that several resources have.`,
  ])
}

function resourcePage({ name, description }: { name: string; description: string }): string {
  const shapes = shapesIn(fileOf(name), '###')
  return page(`API: ${name}`, 'openapi.json', [
    `${description} [API](api.md) says what holds for all endpoints.`,
    ...operationsOf(name).map(describeOperation),
    ...(shapes.length === 0 ? [] : ['## Shapes', ...shapes]),
  ])
}

const operationsOf = (tag: string) => operations.filter(({ tags }) => tags.includes(tag))

const shapesIn = (file: string, level: string) =>
  Object.entries(schemas)
    .filter(([name]) => fileOfShape(name) === file)
    .map((entry) => describeSchema(entry, level))

/** Each shape with the file of the only resource that has it, or that of the shared ones. */
const filesOfShapes = new Map<string, string>()
for (const { name } of openapi.tags)
  for (const shape of operationsOf(name).flatMap(({ responses }) => shapesOf(responses)))
    filesOfShapes.set(
      shape,
      [undefined, fileOf(name)].includes(filesOfShapes.get(shape)) ? fileOf(name) : sharedFile,
    )

const fileOfShape = (shape: string) => filesOfShapes.get(shape) ?? sharedFile

/** The names of the shapes that a value refers to, and those that they refer to. */
function shapesOf(value: unknown, found = new Set<string>()): string[] {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    if (!found.has(name)) shapesOf(schemas[name] ?? {}, found.add(name))
  return [...found]
}

function describeOperation(operation: Operation): string {
  const { operationId, summary, description = '', path, parameters, responses } = operation
  const response = responses['200']?.content['application/json'].schema
  const described = Object.entries(responses).flatMap(([, { description }]) =>
    description.split(' '),
  )
  const codes = Object.keys(errorTable).filter((name) => described.includes(`${name}:`))
  return [
    `## ${operationId}`,
    `${summary}. ${description}`,
    `\`\`\`text\nGET ${path}\n\`\`\``,
    ...(parameters.length === 0 ? [] : [parameterTable(parameters)]),
    `Returns ${response === undefined ? '' : typeText(response)}. Errors: ${codes.map(errorLink).join(', ')}.`,
  ].join('\n\n')
}

function errorLink(name: string): string {
  return `[${code(name)}](errors.md#${name.toLowerCase()})`
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: location, required, schema, description, example }) => [
    code(name),
    `${location}${required === true ? ', needed' : ''}`,
    limits(schema),
    `${description} Example: ${code(String(example))}.`,
  ])
  return table(['Parameter', 'Where', 'Takes', 'Meaning'], rows)
}

function limits(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength } = schema
  const parts = [typeText(schema)]
  if (schema.default !== undefined) parts.push(`default ${schema.default}`)
  if (minimum !== undefined)
    parts.push(maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`)
  if (maxLength !== undefined) parts.push(`${minLength ?? 0} to ${maxLength} characters`)
  return parts.join(', ')
}

function describeSchema(
  [name, { description = '', properties = {} }]: [string, Schema],
  level: string,
): string {
  const rows = Object.entries(properties).map(([field, schema]) => [
    code(field),
    typeText(schema),
    meaningOf(schema),
  ])
  return [`${level} ${name}`, description, table(['Field', 'Type', 'Meaning'], rows)].join('\n\n')
}

function meaningOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schemas[nameOf(schema.$ref)]?.description ?? ''
  const [example] = schema.examples ?? []
  if (schema.properties !== undefined) {
    const parts = Object.entries(schema.properties)
    return parts
      .map(([field, part]) => `${code(field)} (${typeText(part)}): ${meaningOf(part)}`)
      .join(' ')
  }
  const shown = schema.examples === undefined ? '' : ` Example: ${code(JSON.stringify(example))}.`
  return `${schema.description ?? ''}${shown}`
}

/** The type of a field in words, with links to the shapes. */
function typeText(schema: Schema): string {
  const { $ref, anyOf, items, type, format, enum: choices, const: only } = schema
  if ($ref !== undefined) {
    const name = nameOf($ref)
    return `[${name}](${fileOfShape(name)}#${name.toLowerCase()})`
  }
  if (anyOf !== undefined) return anyOf.map(typeText).join(' or ')
  if (items !== undefined) return `list of ${typeText(items)}`
  if (only !== undefined) return code(only)
  if (choices !== undefined && choices.length <= 10)
    return choices.map((choice) => code(String(choice))).join(', ')
  const names = [type ?? 'any'].flat().map((name) => (name === 'string' && format ? format : name))
  return names.join(' or ')
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
