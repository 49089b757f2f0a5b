// What every operation of an API answers besides its body: headers, 304, HEAD and OPTIONS.

export type Json = Record<string, unknown>

export interface Operation extends Json {
  operationId?: string
  summary?: string
  parameters?: Json[]
  responses: Record<string, Json>
  security?: Json[]
}

const text = { type: 'string' }
const whole = { type: 'integer' }

/** Response headers by name. `required` is true where every such response has it. */
export const headerComponents = {
  'X-Request-Id': {
    description: 'Id of this request.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests that a key may make in 60 seconds.',
    required: true,
    schema: whole,
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    required: true,
    schema: text,
    example: '"key";q=100;w=60',
  },
  RateLimit: {
    description: 'What is left of it: `r` more requests now, and all of them again in `t` seconds.',
    required: true,
    schema: text,
    example: '"key";r=99;t=60',
  },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: whole },
  'Cache-Control': {
    description: 'Whether and how long the response may be cached (RFC 9111).',
    required: true,
    schema: text,
    example: 'private, no-cache',
  },
  ETag: {
    description:
      'Names this response until the data change. Send it as If-None-Match to be answered with 304. Absent only while a replica takes over.',
    required: false,
    schema: text,
    example: 'W/"3p0aN1hQy1ZK0h2bYcT4xA"',
  },
  Vary: {
    description: 'Request headers on which the response depends.',
    required: false,
    schema: text,
    example: 'X-API-Key, accept-encoding',
  },
  Link: {
    description:
      'Other pages of the list (RFC 8288): `next`, and in numbered lists `first`, `prev` and `last`.',
    required: false,
    schema: text,
    example: '<https://example.ca/api/v1/ottawa/meetings?cursor=W10&per_page=20>; rel="next"',
  },
  'Preference-Applied': {
    description: '`handling=strict` where that was asked for (RFC 7240).',
    required: false,
    schema: text,
    example: 'handling=strict',
  },
  'Access-Control-Allow-Origin': {
    description: 'Always `*`: a page of any origin may call the API.',
    required: true,
    schema: text,
    example: '*',
  },
  'Access-Control-Allow-Methods': {
    description: 'Methods of this path, for a preflight request.',
    required: false,
    schema: text,
    example: 'GET, HEAD, OPTIONS',
  },
  'Access-Control-Allow-Headers': {
    description: 'Headers that a page may send, for a preflight request.',
    required: false,
    schema: text,
    example: 'X-API-Key, Content-Type',
  },
} satisfies Record<string, Json>

type HeaderName = keyof typeof headerComponents

const preflight: HeaderName[] = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
]

/** What kind of operation it is, as far as its headers depend on it. */
interface Traits {
  keyed: boolean
  /** Its responses have an ETag. */
  conditional: boolean
  list: boolean
}

const headerParameters = {
  prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`handling=strict` rejects unknown parameters with 400 instead of ignoring them (RFC 7240).',
    schema: text,
    example: 'handling=strict',
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the response that you have; 304 if it is still current.',
    schema: text,
    example: 'W/"3p0aN1hQy1ZK0h2bYcT4xA"',
  },
} satisfies Record<string, Json>

/** The headers of one response of an operation, as references. */
function responseHeaders(status: string, traits: Traits): Json {
  const { keyed, conditional, list } = traits
  const isSuccess = ['200', '304'].includes(status)
  const names: HeaderName[] = ['X-Request-Id', 'Cache-Control']
  if (keyed && status !== '401') names.push('X-RateLimit-Limit', 'RateLimit-Policy', 'RateLimit')
  if (status === '429') names.push('Retry-After')
  if (isSuccess) names.push('Vary', 'Preference-Applied')
  if (isSuccess && conditional) names.push('ETag')
  if (status === '200' && list) names.push('Link')
  return references(names)
}

function references(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Adds to a GET what all of them have in common, and the HEAD and OPTIONS beside it. */
export function withMethods(get: Operation, path: string): Record<string, Operation> {
  const parameters = get.parameters ?? []
  const traits: Traits = {
    keyed: (get.security ?? []).length > 0,
    conditional: parameters.length > 0 && !path.endsWith('/test'),
    list: parameters.some(({ name }) => name === 'per_page'),
  }
  for (const [status, response] of Object.entries(get.responses))
    response.headers = responseHeaders(status, traits)
  if (traits.conditional)
    get.responses = withNotModified(get.responses, responseHeaders('304', traits))
  get.parameters = [
    ...parameters,
    headerParameters.prefer,
    ...(traits.conditional ? [headerParameters.ifNoneMatch] : []),
  ]
  return { get, head: headOf(get), options: optionsOf(get) }
}

function withNotModified(responses: Operation['responses'], headers: Json) {
  const { 200: success, ...others } = responses
  const notModified = {
    description: 'The response that If-None-Match names is still current. Without a body.',
    headers,
  }
  return { 200: success as Json, 304: notModified, ...others }
}

function headOf({ operationId, summary, tags, parameters, security, responses }: Operation) {
  const withoutBodies = Object.entries(responses).map(([status, { description, headers }]) => [
    status,
    { description, headers },
  ])
  return {
    operationId: `${operationId}Head`,
    summary: `${summary}: the headers of GET alone`,
    tags,
    parameters,
    security,
    responses: Object.fromEntries(withoutBodies),
  } as Operation
}

function optionsOf({ operationId, summary, tags, parameters = [] }: Operation) {
  return {
    operationId: `${operationId}Options`,
    summary: `${summary}: methods, and the preflight of browsers (CORS)`,
    tags,
    parameters: parameters.filter((parameter) => parameter.in === 'path'),
    security: [],
    responses: {
      204: {
        description: 'What may be sent to this path.',
        headers: references(['X-Request-Id', ...preflight]),
      },
      400: {
        description: 'The HTTP request itself is not valid.',
        headers: references(['X-Request-Id']),
      },
    },
  } as unknown as Operation
}
