import { type TSchema, Type } from 'typebox'
import { ErrorResponse } from './envelope.ts'
import { type ErrorCode, errorTable } from './errors.ts'
import { municipalityPath } from './schema-types.ts'

/** The part of an OpenAPI operation that differs between endpoints of an API. */
export interface Endpoint {
  operationId: string
  tag: string
  summary: string
  description?: string
  response: TSchema
  /** Error codes in addition to those of every endpoint of the API. */
  errors: readonly ErrorCode[]
}

const everywhere: readonly ErrorCode[] = ['INTERNAL_ERROR', 'QUERY_ERROR']
const keyed: readonly ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'RATE_LIMIT_EXCEEDED',
  'MUNICIPALITY_NOT_FOUND',
  'VALIDATION_ERROR',
]
const open: readonly ErrorCode[] = ['MUNICIPALITY_NOT_FOUND', 'VALIDATION_ERROR']

/** The schema of a v1 endpoint, which requires a key. */
export function describeV1<E extends Endpoint>(endpoint: E) {
  return describe(endpoint, keyed, [{ ApiKeyHeader: [] }, { ApiKeyQuery: [] }])
}

/** The schema of a v1 endpoint without a municipality in its path, which requires a key. */
export function describeV1All<E extends Endpoint>(endpoint: E) {
  return { ...describeV1(endpoint), params: Type.Object({}) }
}

/** The schema of an OCD endpoint, which needs no key. */
export function describeOcd<E extends Endpoint>(endpoint: E) {
  return describe(endpoint, open, [])
}

/** The schema of an endpoint without a municipality in its path. */
export function describeOpen<E extends Endpoint>(endpoint: E) {
  return { ...describe(endpoint, ['VALIDATION_ERROR'], []), params: Type.Object({}) }
}

function describe<E extends Endpoint>(
  { operationId, tag, summary, description, response, errors }: E,
  common: readonly ErrorCode[],
  security: Record<string, string[]>[],
) {
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    params: municipalityPath,
    security,
    response: {
      200: response as E['response'],
      // Its own first: the first code of a status is the example of it.
      ...errorResponses([...errors, ...common, ...everywhere]),
    },
  }
}

/** One response for each status that the codes stand for, naming them. */
function errorResponses(codes: readonly ErrorCode[]): Record<string, TSchema> {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorTable[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        ...ErrorResponse,
        examples: [exampleOf(of[0])],
        description: of.map((code) => `${code}: ${errorTable[code].meaning}`).join(' '),
      },
    ]),
  )
}

function exampleOf(code: ErrorCode = 'INTERNAL_ERROR') {
  const { status, meaning } = errorTable[code]
  return { error: { code, message: meaning, status } }
}
