import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type Operator, openApiContact } from '../core/operator.ts'
import { errorDescription } from './envelope.ts'
import { headerComponents, type Json, type Operation, withMethods } from './openapi-headers.ts'

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
        item.get === undefined ? item : withMethods(complete(item.get), path),
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

function complete(operation: Operation): Operation {
  for (const parameter of operation.parameters ?? []) {
    if (parameter.name === '*') parameter.name = 'id'
    const schema = parameter.schema as Json
    // Our own Ajv format, stricter than `date`.
    if (schema.format === 'calendar-date') schema.format = 'date'
  }
  // Path parameters first, then the query.
  operation.parameters?.sort((a, b) => Number(b.in === 'path') - Number(a.in === 'path'))
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status === '200') response.description = 'Success.'
    else describeAsError(response)
  }
  return operation
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
