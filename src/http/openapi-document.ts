import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type Operator, openApiContact } from '../core/operator.ts'
import { errorDescription } from './envelope.ts'
import { headerComponents, type Json, type Operation, withMethods } from './openapi-headers.ts'

const wildcard = '{*}'

/** Collects the schemas of every route registered after it into one OpenAPI 3.1 document. */
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
        version,
        description:
          'The record of municipal councils: meetings, people, matters, motions, by-laws and full-text search. Read-only. The v1 family needs an API key; the Open Civic Data family does not.',
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
            description: 'The key, in the header. Preferred.',
          },
          ApiKeyQuery: {
            type: 'apiKey',
            in: 'query',
            name: 'apikey',
            description:
              'The key, in the URL, where logs and caches can see it. Only where a header cannot be sent.',
          },
        },
      },
    },
  })
}

const tags = [
  ['Meetings', 'Meetings of the council, its committees and boards.'],
  ['People', 'Councillors and other people in the record.'],
  ['Matters', 'Things that the council deals with, tracked across meetings.'],
  ['Motions', 'What was moved, and how it was decided.'],
  ['By-laws', 'By-laws of the municipality.'],
  ['Search', 'Full-text search.'],
  ['Open Civic Data', 'The same record in the shapes of Open Civic Data. No key.'],
  ['System', 'Health and key check.'],
]

const documents = new WeakMap<FastifyInstance, Json>()

/** The document, with what the routes' schemas cannot say themselves. */
export function openApiDocument(app: FastifyInstance): Json {
  const known = documents.get(app)
  if (known !== undefined) return known
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
  document.paths = named(document.paths, schemas)
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
    // Our name for a check that is stricter than Ajv's; to the reader it is a date.
    if (schema.format === 'calendar-date') schema.format = 'date'
  }
  // In the order in which they are written: first the path, then the query.
  operation.parameters?.sort((a, b) => Number(b.in === 'path') - Number(a.in === 'path'))
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status === '200') response.description = 'The answer.'
    else describeAsError(response)
  }
  return operation
}

// What a status stands for belongs to the response; the schema is the same for all of them.
function describeAsError(response: Json): void {
  const content = response.content as Record<string, { schema: Json }> | undefined
  for (const { schema } of Object.values(content ?? {})) schema.description = errorDescription
}

/**
 * Moves every schema that has a title to the components, and leaves a reference in its place. That an object has no other
 * fields holds of this release alone: a client that checks responses must let later ones add some.
 */
function named(node: unknown, schemas: Json): unknown {
  if (Array.isArray(node)) return node.map((entry) => named(entry, schemas))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, named(value, schemas)]),
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
