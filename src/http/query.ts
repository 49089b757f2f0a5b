import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { isCalendarDate } from '../core/calendar-date.ts'
import { outcomeVerbs } from '../core/headings/outcome.ts'
import { isVerbList } from '../core/headings/outcome-key.ts'
import { ApiError } from './errors.ts'
import { slugsMax } from './schema-types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Names of unknown parameters. */
    ignoredParameters: readonly string[]
  }
}

/** A parsed query, without a prototype because `__proto__` is a valid name. A repeated name has a list of values. */
export type RawQuery = Record<string, string | string[]>

// Replaces bytes that are not UTF-8; `coerceQuery` rejects it in known parameters.
const unreadable = '\u0000'

const integerPattern = /^[0-9]{1,9}$/
const booleans = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

/** Parses a query string (WHATWG form encoding, UTF-8). Never throws: 401, 404 and 429 come before invalid parameters. */
export function parseQuery(text: string): RawQuery {
  const query: RawQuery = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [name, value] = readPair(pair)
    const existing = query[name]
    if (existing === undefined) query[name] = value
    else if (Array.isArray(existing)) existing.push(value)
    else query[name] = [existing, value]
  }
  return query
}

function readPair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=')
  return equals === -1
    ? [decode(pair), '']
    : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
}

const brokenEscape = /%(?![0-9a-fA-F]{2})/

function decode(text: string): string {
  if (brokenEscape.test(text)) return unreadable
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return unreadable
  }
}

interface ParameterSchema {
  type?: string
}

interface QuerySchema {
  properties?: Record<string, ParameterSchema>
}

const strictPreference = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i

/** Converts parameters to the types of the route's schema. `Prefer: handling=strict` (RFC 7240) rejects unknown ones. */
export function readQuery(app: FastifyInstance, alsoKnown: readonly string[] = []): void {
  app.decorateRequest('ignoredParameters', null as unknown as readonly string[])
  app.addHook('preValidation', (request, reply, done) => {
    const schema = request.routeOptions.schema?.querystring as QuerySchema | undefined
    const { prefer } = request.headers
    const strict = prefer !== undefined && strictPreference.test(String(prefer))
    if (strict) reply.header('preference-applied', 'handling=strict')
    const query = { ...(request.query as RawQuery) }
    for (const name of alsoKnown) delete query[name]
    const properties = schema?.properties ?? {}
    request.query = coerceQuery(query, properties, strict)
    request.ignoredParameters = ignoredNames(query, properties)
    done()
  })
}

interface WithMeta {
  meta?: { request_id: string; ignored_parameters?: readonly string[] }
}

/** Adds `meta.ignored_parameters`, so that a misspelled filter is noticed. */
export function reportIgnoredParameters(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, _reply, payload: WithMeta, done) => {
    const { ignoredParameters: names } = request
    if (names?.length > 0 && payload.meta !== undefined) payload.meta.ignored_parameters = names
    done(null, payload)
  })
}

/**
 * Converts known parameters to the type of their schema: only decimal digits become a number, only the six boolean words
 * a boolean. Throws VALIDATION_ERROR if a known parameter is repeated or not UTF-8, or with `strict` if one is unknown.
 */
export function coerceQuery(
  query: RawQuery,
  properties: Record<string, ParameterSchema>,
  strict: boolean,
): Record<string, unknown> {
  const errors: string[] = []
  const coerced: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const error =
      schema === undefined
        ? unknownParameterError(name, properties, strict)
        : valueError(name, value)
    if (error !== undefined) errors.push(error)
    else if (schema !== undefined) coerced[name] = coerce(String(value), schema)
  }
  if (errors.length > 0) throw new ApiError('VALIDATION_ERROR', sentence(errors))
  return coerced
}

function valueError(name: string, value: string | string[]): string | undefined {
  if (Array.isArray(value)) return `${name} must not be repeated`
  if (!value.includes('\u0000')) return undefined
  return `${name} must be UTF-8 text without NUL`
}

function coerce(value: string, schema: ParameterSchema): unknown {
  if (schema.type === 'integer' && integerPattern.test(value)) return Number(value)
  if (schema.type === 'boolean') return booleans.get(value.toLowerCase()) ?? value
  return value
}

function unknownParameterError(
  name: string,
  properties: Record<string, unknown>,
  strict: boolean,
): string | undefined {
  if (!strict) return undefined
  const names = Object.keys(properties).join(', ')
  return `${quote(name)} is not a parameter of this endpoint; it takes ${names === '' ? 'none' : names}`
}

const ignoredMax = 10

/** Unknown parameter names, sorted and shortened, at most `ignoredMax`. */
function ignoredNames(query: RawQuery, properties: Record<string, unknown>): string[] {
  const names = Object.keys(query).filter((name) => !Object.hasOwn(properties, name))
  return [...new Set(names.map(printable))].sort().slice(0, ignoredMax)
}

const quotedLengthMax = 60

/** Quotes a client's text for a message: short, on one line, without control characters. */
export function quote(text: string): string {
  return `"${printable(text)}"`
}

function printable(text: string): string {
  const short = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text
  return short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')
}

const errorsShownMax = 10

/** Joins up to `errorsShownMax` errors into one message. */
export function sentence(errors: readonly string[]): string {
  const more = errors.length - errorsShownMax
  const listed = errors.slice(0, errorsShownMax).join('; ')
  return more > 0 ? `${listed}; and ${more} more.` : `${listed}.`
}

/** Compiles the schemas of a route at its first request, because compiling all of them delays the start of a process. */
export function compileOnDemand(app: FastifyInstance): void {
  const compileCheck = AjvCompiler()(
    {},
    {
      customOptions: {
        // `coerceQuery` has already parsed numbers and booleans, more strictly.
        coerceTypes: false,
        allErrors: true,
        formats: Object.fromEntries(
          Object.entries(formats).map(([name, { accepts }]) => [name, accepts]),
        ),
      },
    },
  )
  const compileSerializer = SerializerSelector()({}, {})
  app.setValidatorCompiler(({ schema }) => {
    const check = once(() => compileCheck({ schema }))
    return (data) => check()(data) === true || { error: check().errors ?? [] }
  })
  app.setSerializerCompiler((route) => {
    const serialize = once(() => compileSerializer({ httpStatus: '', ...route }))
    return (data) => serialize()(data)
  })
}

/** Writes items of a schema as responses do. */
export function serializerOf(schema: TSchema): (item: object) => string {
  const serialize = once(() => SerializerSelector()({}, {})({ schema, httpStatus: '' } as never))
  return (item) => serialize()({ ...item })
}

/** Of RFC 3339, of a day that exists; or a date. */
function isDateOrTime(text: string): boolean {
  const [, day = '', time] = timePattern.exec(text) ?? []
  return isCalendarDate(day) && (time === undefined || !Number.isNaN(Date.parse(text)))
}

const timePattern = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/

/** Ours, each with what it must be. */
const formats: Readonly<Record<string, { accepts: (text: string) => boolean; must: string }>> = {
  'calendar-date': {
    accepts: isCalendarDate,
    must: 'must be a real date in the format YYYY-MM-DD',
  },
  'date-or-time': {
    accepts: isDateOrTime,
    must: 'must be a date as YYYY-MM-DD or a time as 2026-11-26T11:33:25Z, with + as %2B in an offset',
  },
  'slug-list': {
    accepts: (text) => text.split(',').length <= slugsMax,
    must: `must have at most ${slugsMax} slugs`,
  },
  'outcome-list': {
    accepts: isVerbList,
    must: `must be one or more of ${outcomeVerbs.join(', ')}, separated by commas`,
  },
}

function once<T>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}

/** Describes Ajv's errors: the parameter, its value and what is allowed. */
export function validationError(
  errors: readonly FastifySchemaValidationError[],
  query: unknown,
): ApiError {
  const values = (query ?? {}) as Record<string, unknown>
  return new ApiError(
    'VALIDATION_ERROR',
    sentence([...new Set(errors.map((error) => messageOf(error, values)))]),
  )
}

function messageOf(error: FastifySchemaValidationError, values: Record<string, unknown>): string {
  if (error.keyword === 'required') return `${String(error.params.missingProperty)} is required`
  const name = error.instancePath.slice(1)
  const value = values[name]
  return `${name} ${allowed(error)}, not ${typeof value === 'number' ? value : quote(String(value))}`
}

function allowed({ keyword, params, message }: FastifySchemaValidationError): string {
  switch (keyword) {
    case 'maximum':
      return `must be at most ${String(params.limit)}`
    case 'minimum':
      return `must be at least ${String(params.limit)}`
    case 'maxLength':
      return `must have at most ${String(params.limit)} characters`
    case 'minLength':
      return `must have at least ${String(params.limit)} character`
    case 'enum':
      return `must be one of ${(params.allowedValues as string[]).join(', ')}`
    case 'format':
      return formats[String(params.format)]?.must ?? 'is not allowed'
    case 'type':
      return typeWords[String(params.type)] ?? 'must be text'
    default:
      return message ?? 'is not allowed'
  }
}

const typeWords: Record<string, string> = {
  integer: 'must be a whole number of at most nine digits',
  boolean: 'must be one of true, false, 1, 0, yes, no',
}
