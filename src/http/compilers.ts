import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'
import { isCalendarDate } from '../core/calendar-date.ts'

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
