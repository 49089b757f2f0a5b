import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'
import { isCalendarDate } from '../core/calendar-date.ts'

/**
 * Has the schemas of a route compiled, by Fastify's own compilers, when it is first asked for: else a good part of the
 * time to the first answer of a process goes by for the checks and serialisers of all other routes.
 */
export function compileOnDemand(app: FastifyInstance): void {
  const compileCheck = AjvCompiler()(
    {},
    {
      customOptions: {
        // `coerceQuery` has read numbers and booleans strictly by now.
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

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
