import type { FastifyRequest } from 'fastify'
import type { RawQuery } from '../http/query.ts'
import { PageError } from './error-pages.tsx'

/** What was typed into a field; empty where the form did not have it. Throws where a form has it twice. */
export function fieldOf(request: FastifyRequest, name: string): string {
  const form = request.body as RawQuery | undefined
  const value = form?.[name] ?? ''
  if (typeof value === 'string') return value
  throw new PageError(400, 'Not readable', `The form has the field ${name} more than once.`)
}

/** What is wrong with a form, by field. */
export type FieldErrors = Readonly<Record<string, string>>
