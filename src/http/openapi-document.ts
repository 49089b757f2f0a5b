import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type Operator, openApiContact } from '../core/operator.ts'
import { errorDescription } from './envelope.ts'
import { operationDescriptions } from './operation-descriptions.ts'
import { cursorExample } from './schema-types.ts'

const wildcard = '{*}'

/** Collects the schemas of all routes registered later into an OpenAPI 3.1 document. */
export async function collectOpenApi(
  app: FastifyInstance,
  { config, version }: { config: Operator & { baseUrl: string }; version: string },
): Promise<void> {
  const contact = openApiContact(config)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Reeve',
        // The document is the same for every build of a release.
        version: version.replace(/\+.*/, ''),
        description:
          'Records of municipal councils: meetings, people, matters, motions, by-laws and full-text search. Read-only. The v1 API needs an API key; the Open Civic Data API does not.',
        ...(contact && { contact }),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: config.baseUrl, description: 'This service.' }],
      tags: tags.map(([name = '', description = '']) => ({ name, description })),
      components: {
        securitySchemes: {
          ApiKeyHeader: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'API key in the X-API-Key header (preferred).',
          },
          ApiKeyQuery: {
            type: 'apiKey',
            in: 'query',
            name: 'apikey',
            description:
              'API key in the URL, where logs and caches can see it. Use it only if you cannot send a header.',
          },
        },
      },
    },
  })
}

const tags = [
  ['Municipalities', 'The councils on record. No API key.'],
  ['Meetings', 'Meetings of the council, its committees and boards.'],
  ['Organizations', 'The council, its committees and boards.'],
  ['People', 'Councillors and other people in the record.'],
  ['Matters', 'Topics of the council, tracked across meetings.'],
  ['Motions', 'Motions with their results and votes.'],
  ['Votes', 'How each person voted.'],
  ['By-laws', 'By-laws of the municipality.'],
  [
    'Registers',
    'Lists that a municipality keeps beside its minutes, as far as the record has them.',
  ],
  ['Documents', 'Texts of by-laws, matters, meetings and agenda items.'],
  ['Changes', 'Everything, and what changed since.'],
  ['Search', 'Full-text search.'],
  ['Open Civic Data', 'The same records in Open Civic Data format. No API key.'],
  ['System', 'Index, health check, key check and the values of filters.'],
]

const documents = new WeakMap<FastifyInstance, Json>()

/** The document, completed with what the schemas of routes cannot express. */
export function openApiDocument(app: FastifyInstance): Json {
  const existing = documents.get(app)
  if (existing !== undefined) return existing
  const document = structuredClone(app.swagger()) as Json
  const components = document.components as { schemas?: Json; headers?: Json }
  const schemas: Json = {}
  document.paths = Object.fromEntries(
    Object.entries(document.paths as Record<string, Record<string, Operation>>).map(
      ([path, item]) => [
        path.replace(wildcard, '{id}'),
        item.get === undefined ? item : { get: withHeaders(complete(item.get), path) },
      ],
    ),
  )
  document.paths = extractComponents(document.paths, schemas)
  components.schemas = Object.fromEntries(
    Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b)),
  )
  components.headers = headerComponents
  documents.set(app, document)
  return document
}

// Ours.
const listFormats = new Set(['slug-list', 'outcome-list'])

function complete(operation: Operation): Operation {
  for (const parameter of operation.parameters ?? []) {
    if (parameter.name === '*') parameter.name = 'id'
    const schema = parameter.schema as Json
    // Our own Ajv format, stricter than `date`.
    if (schema.format === 'calendar-date') schema.format = 'date'
    if (listFormats.has(String(schema.format))) delete schema.format
  }
  operation.description = operationDescriptions[String(operation.operationId)]
  // Path parameters first, then the query.
  operation.parameters?.sort((a, b) => Number(b.in === 'path') - Number(a.in === 'path'))
  for (const [status, response] of Object.entries(operation.responses)) {
    const describe = status === '200' ? describeAsSuccess : describeAsError
    describe(response)
  }
  return operation
}

function describeAsSuccess(response: Json): void {
  response.description = 'Success.'
  const content = response.content as Record<string, { schema: Json; example?: unknown }>
  const json = content['application/json']
  if (json !== undefined) json.example = exampleOf(json.schema)
}

/** A value of a schema, made of the examples of its fields; optional ones are omitted. */
function exampleOf(schema: Json): unknown {
  const { examples, anyOf, properties, items, required = [] } = schema as ExampleSchema
  if (examples !== undefined) return examples[0]
  if (anyOf !== undefined) return exampleOf(anyOf[0] ?? {})
  if (items !== undefined) return [exampleOf(items)]
  if (schema.const !== undefined) return schema.const
  if (properties === undefined) return Array.isArray(schema.enum) ? schema.enum[0] : null
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, value]) => [name, exampleOf(value)]),
  )
}

interface ExampleSchema {
  examples?: unknown[]
  anyOf?: Json[]
  properties?: Record<string, Json>
  items?: Json
  required?: string[]
}

function describeAsError(response: Json): void {
  const content = response.content as Record<string, { schema: Json }> | undefined
  for (const { schema } of Object.values(content ?? {})) schema.description = errorDescription
}

/**
 * Moves every schema with a title to the components and replaces it with a reference. `additionalProperties` is dropped,
 * because later releases may add fields.
 */
function extractComponents(node: unknown, schemas: Json): unknown {
  if (Array.isArray(node)) return node.map((entry) => extractComponents(entry, schemas))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, extractComponents(value, schemas)]),
  )
  const { title } = copy
  const isSchema = typeof title === 'string' && 'properties' in copy
  if (!isSchema) return copy
  delete copy.title
  delete copy.additionalProperties
  const nullable = Array.isArray(copy.type)
  schemas[title] = nullable ? { ...copy, type: 'object' } : copy
  const reference = { $ref: `#/components/schemas/${title}` }
  if (!nullable) return reference
  return { description: copy.description, anyOf: [reference, { type: 'null' }] }
}

// What the schemas of routes do not describe: headers and 304.

export type Json = Record<string, unknown>

export interface Operation extends Json {
  operationId?: string
  summary?: string
  parameters?: Json[]
  responses: Record<string, Json>
  security?: Json[]
}

const str = { type: 'string' }
const int = { type: 'integer' }

/** `required` means that every response of an operation with this header has it. */
const headerComponents = {
  'X-Request-Id': {
    description: 'Request id.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests per key in 60 seconds.',
    required: true,
    schema: int,
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    required: true,
    schema: str,
    example: '"key";q=100;w=60',
  },
  RateLimit: {
    description: '`r` requests remain; the full limit is available again in `t` seconds.',
    required: true,
    schema: str,
    example: '"key";r=99;t=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: int,
  },
  'Cache-Control': {
    description: 'Whether and how long the response may be cached (RFC 9111).',
    required: true,
    schema: str,
    example: 'private, no-cache',
  },
  ETag: {
    description:
      'Changes when the data changes. Send it as If-None-Match to get 304 while it is current.',
    required: false,
    schema: str,
    example: 'W/"3p0aN1hQy1ZK0h2bYcT4xA"',
  },
  Vary: {
    description: 'Request headers that change the response.',
    required: false,
    schema: str,
    example: 'X-API-Key, accept-encoding',
  },
  Link: {
    description:
      'Other pages of the list (RFC 8288): `next`, and in numbered lists `first`, `prev` and `last`.',
    required: false,
    schema: str,
    example: '<https://example.ca/api/v1/lowmere/meetings?cursor=W10&per_page=20>; rel="next"',
  },
  'Reeve-Rows': {
    description: 'Number of items of a whole list, in NDJSON or CSV.',
    required: false,
    schema: int,
    example: 148_299,
  },
  'Content-Disposition': {
    description: 'File name of a whole list, in NDJSON or CSV.',
    required: false,
    schema: str,
    example: 'attachment; filename="lowmere-votes-2026-11-26.csv"',
  },
  'Reeve-Sync-Token': {
    description: '`sync.token` of the last page of changes, in NDJSON.',
    required: false,
    schema: str,
    example: cursorExample,
  },
  'Preference-Applied': {
    description: '`handling=strict` if the request asked for it (RFC 7240).',
    required: false,
    schema: str,
    example: 'handling=strict',
  },
} satisfies Record<string, Json>

type HeaderName = keyof typeof headerComponents

/** Properties of an operation that its headers depend on. */
interface Traits {
  keyed: boolean
  /** Responses have an ETag. */
  conditional: boolean
  list: boolean
  /** What it can be sent in besides JSON. */
  formats: readonly Format[]
  /** Too many at once are rejected. */
  isSearch: boolean
}

const headerParameters = {
  prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`handling=strict` rejects unknown parameters with 400 instead of ignoring them (RFC 7240).',
    schema: str,
    example: 'handling=strict',
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETag of a response that you have. Returns 304 if it is still current.',
    schema: str,
    example: 'W/"3p0aN1hQy1ZK0h2bYcT4xA"',
  },
} satisfies Record<string, Json>

function responseHeaders(status: string, traits: Traits): Json {
  const { keyed, conditional, list, formats, isSearch } = traits
  const isSuccess = ['200', '304'].includes(status)
  const names: HeaderName[] = ['X-Request-Id', 'Cache-Control']
  if (keyed && status !== '401') names.push('X-RateLimit-Limit', 'RateLimit-Policy', 'RateLimit')
  if (status === '429' || (status === '500' && isSearch)) names.push('Retry-After')
  if (isSuccess) names.push('Vary', 'Preference-Applied')
  if (isSuccess && conditional) names.push('ETag')
  if (status === '200' && list) names.push('Link')
  if (status === '200') names.push(...formatHeaders(formats))
  return references(names)
}

/** Lines of NDJSON are items of the page in JSON. */
const formatTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const
type Format = keyof typeof formatTypes

function formatsOf(parameters: readonly Json[]): Format[] {
  const { schema } = parameters.find(({ name }) => name === 'format') ?? {}
  const given = (schema as { enum?: string[] } | undefined)?.enum ?? []
  return (Object.keys(formatTypes) as Format[]).filter((format) => given.includes(format))
}

/** The list of changes has pages in NDJSON too, and no CSV. */
function formatHeaders(formats: readonly Format[]): HeaderName[] {
  if (formats.includes('csv')) return ['Reeve-Rows', 'Content-Disposition']
  return formats.length > 0 ? ['Reeve-Sync-Token'] : []
}

function references(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/**
 * Adds the common headers and responses to a GET operation. HEAD and OPTIONS, which every URL has, are omitted: clients
 * that are generated would have three methods for each.
 */
function withHeaders(get: Operation, path: string): Operation {
  const parameters = get.parameters ?? []
  const traits: Traits = {
    keyed: (get.security ?? []).length > 0,
    conditional: !/\/(health|test)$/.test(path),
    list: parameters.some(({ name }) => name === 'per_page'),
    formats: formatsOf(parameters),
    isSearch: path.endsWith('/search'),
  }
  for (const [status, response] of Object.entries(get.responses))
    response.headers = responseHeaders(status, traits)
  const { 200: success } = get.responses
  if (success !== undefined) {
    const lines = traits.formats.map((format) => [formatTypes[format], { schema: str }])
    success.content = { ...(success.content as Json), ...Object.fromEntries(lines) }
  }
  if (traits.conditional)
    get.responses = withNotModified(get.responses, responseHeaders('304', traits))
  get.parameters = [
    ...parameters,
    headerParameters.prefer,
    ...(traits.conditional ? [headerParameters.ifNoneMatch] : []),
  ]
  return get
}

function withNotModified(responses: Operation['responses'], headers: Json) {
  const { 200: success, ...others } = responses
  const notModified = {
    description: 'Not modified: the response that If-None-Match names is current. No body.',
    headers,
  }
  return { 200: success as Json, 304: notModified, ...others }
}
