import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { isCalendarDate } from '../core/calendar-date.ts'
import { ApiError } from './errors.ts'
import { quote, sentence } from './query.ts'

/** Compiles the schemas of a route at its first request, because compiling all of them delays the start of a process. */
export function compileOnDemand(app: FastifyInstance): void {
  const compileCheck = AjvCompiler()(
    {},
    {
      customOptions: {
        // `coerceQuery` has already parsed numbers and booleans, more strictly.
        coerceTypes: false,
        allErrors: true,
        formats: { 'calendar-date': isCalendarDate },
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
      return 'must be a real date in the format YYYY-MM-DD'
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
