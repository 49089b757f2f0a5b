import type { FastifyRequest } from 'fastify'
import type { RawQuery } from '../http/query.ts'
import { PageError } from './error-pages.tsx'

/** The value of a field; empty if it is missing. Throws if it is repeated. */
export function fieldOf(request: FastifyRequest, name: string): string {
  const form = request.body as RawQuery | undefined
  const value = form?.[name] ?? ''
  if (typeof value === 'string') return value
  throw new PageError(400, 'Invalid form', `The field ${name} must not be repeated.`)
}

/** Errors by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>
